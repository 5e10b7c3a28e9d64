; Sets.
(as set.empty (Set Int)) ; (as set.empty (Set Int))
(set.insert 1 2 (set.singleton 2)) ; (set.union (set.singleton 1) (set.singleton 2))
(set.union (set.singleton 1) (set.singleton 0) (set.singleton 1)) ; (set.union (set.singleton 0) (set.singleton 1))
(set.inter (set.insert 1 2 (set.singleton 3)) (set.insert 2 (set.singleton 3)) (set.singleton 2)) ; (set.singleton 2)
(set.minus (set.insert 1 2 (set.singleton 3)) (set.singleton 1) (set.singleton 2)) ; (set.singleton 3)
(set.member 1 (set.singleton 1.0)) ; true
(set.subset (set.singleton 1) (as set.empty (Set Int))) ; false
(set.subset (as set.empty (Set Int)) (set.singleton 1)) ; true
(set.card (set.insert 1 2 (set.singleton 2))) ; 2
(set.is_empty (as set.empty (Set Bool))) ; true
(set.is_singleton (set.insert 2 (set.singleton 2))) ; true
(set.choose (set.singleton true)) ; true
(set.choose (as set.empty (Set Int))) ; ~0
(set.choose (set.insert 1 (set.singleton 2))) ; the meaning of `set.choose` is not known
(set.singleton (set.singleton 1)) ; (set.singleton (set.singleton 1))
(set.insert 1 (as set.empty (Set Real))) ; (set.singleton 1.0)
(union (singleton 1) (as emptyset (Set Int))) ; (set.singleton 1)
(set.union (set.singleton 1) (set.singleton true)) ; the sorts of `set.union` do not fit
(set.insert true (set.singleton 1)) ; the sorts of `set.insert` do not fit
(set.insert (set.singleton 1)) ; the sorts of `set.insert` do not fit
(set.complement (set.singleton true)) ; the meaning of `set.complement` is not known
(forall ((s (Set Bool))) (=> (set.member true s) (not (set.is_empty s)))) ; true
(forall ((s (Set Bool))) (<= (set.card s) 1)) ; false

; Operators of Z3.
(set.in 1 (set.intersect (set.range 0 4) (set.range 1 9))) ; true
(set.size (set.union (set.range 0 4) (set.range 3 6))) ; 7
(set.difference (set.range 1 3) (set.singleton 3)) ; (set.union (set.singleton 1) (set.singleton 2))
(set.range (- 1) 0) ; (set.union (set.singleton (- 1)) (set.singleton 0))
(set.range 3 3) ; (set.singleton 3)
(set.range 3 1) ; (as set.empty (Set Int))
(set.map ((as const (Array Int Bool)) true) (set.range 1 3)) ; (set.singleton true)
(set.map (store ((as const (Array Int Int)) 7) 1 2) (set.range 0 2)) ; (set.union (set.singleton 2) (set.singleton 7))
(set.map ((as const (Array Int Int)) 7) (as set.empty (Set Int))) ; (as set.empty (Set Int))
(set.filter (store ((as const (Array Int Bool)) false) 2 true) (set.range 0 2)) ; (set.singleton 2)
(set.range 0 1000000000000) ; a value is too large
(set.difference (set.range 0 1) (set.range 0 1) (set.range 0 1)) ; the sorts of `set.difference` do not fit
(set.filter ((as const (Array Int Int)) 7) (set.range 0 1)) ; the sorts of `set.filter` do not fit
(set.map ((as const (Array Bool Int)) 7) (set.range 0 1)) ; the sorts of `set.map` do not fit

; Bags.
(bag 1 (- 2)) ; (as bag.empty (Bag Int))
(bag 1 0) ; (as bag.empty (Bag Int))
(bag.union_disjoint (bag 1 2) (bag 0 1) (bag 1 1)) ; (bag.union_disjoint (bag 0 1) (bag 1 3))
(bag.count 2 (bag 1 3)) ; 0
(bag.member 1 (bag 1 3)) ; true
(bag.card (bag.union_disjoint (bag 1 2) (bag 0 3))) ; 5
(bag.setof (bag 1 3)) ; (bag 1 1)
(bag.duplicate_removal (bag 1 3)) ; (bag 1 1)
(bag.choose (bag 1 3)) ; 1
(bag.choose (as bag.empty (Bag Int))) ; ~0
(bag.count 1 (set.singleton 1)) ; the sorts of `bag.count` do not fit

; Functions of the items of sets and bags. The order of the items is not known.
(set.map (lambda ((x Int)) (* x x)) (set.insert (- 1) 0 (set.singleton 1))) ; (set.union (set.singleton 0) (set.singleton 1))
(set.map (lambda ((x Int)) (to_real x)) (set.singleton 2)) ; (set.singleton 2.0)
(set.filter (lambda ((x Int)) (< 1 x)) (set.insert 0 1 2 (set.singleton 3))) ; (set.union (set.singleton 2) (set.singleton 3))
(set.all (lambda ((x Int)) (< 1 x)) (set.insert 2 (set.singleton 3))) ; true
(set.all (lambda ((x Int)) (< 1 x)) (set.insert 1 (set.singleton 3))) ; false
(set.all (lambda ((x Int)) false) (as set.empty (Set Int))) ; true
(set.some (lambda ((x Int)) (< 1 x)) (set.insert 1 (set.singleton 3))) ; true
(set.some (lambda ((x Int)) true) (as set.empty (Set Int))) ; false
(set.fold (lambda ((x Int) (y Real)) (+ y (to_real x))) 0.5 (set.insert 1 2 (set.singleton 3))) ; (/ 13.0 2.0)
(set.fold (lambda ((x Int) (y Int)) (- x y)) 1 (as set.empty (Set Int))) ; 1
(set.fold (lambda ((x Int) (y Int)) (- x y)) 1 (set.singleton 5)) ; 4
(set.fold (lambda ((x Int) (y Int)) (- x y)) 0 (set.insert 1 (set.singleton 2))) ; the meaning of `set.fold` is not known
(set.fold (lambda ((x Int) (y Int)) (+ x y)) 0 (set.insert 1 2 3 4 (set.singleton 5))) ; it takes too many steps
(set.fold (lambda ((y Real) (x Int)) (+ y (to_real x))) 0.5 (set.singleton 1)) ; the sorts of `set.fold` do not fit
(set.filter (lambda ((x Int)) x) (set.singleton 1)) ; the sorts of `set.filter` do not fit
(bag.map (lambda ((x Int)) (mod x 2)) (bag.union_disjoint (bag 1 2) (bag 3 1) (bag 4 1))) ; (bag.union_disjoint (bag 0 1) (bag 1 3))
(bag.filter (lambda ((x Int)) (< 1 x)) (bag.union_disjoint (bag 1 2) (bag 3 2))) ; (bag 3 2)
(bag.all (lambda ((x Int)) (< 1 x)) (bag 3 2)) ; true
(bag.some (lambda ((x Int)) (< 1 x)) (bag 1 2)) ; false
(bag.fold (lambda ((x Int) (y Int)) (+ x y)) 1 (bag.union_disjoint (bag 2 2) (bag 5 1))) ; 10
(bag.fold (lambda ((x Int) (y Int)) (- x y)) 0 (bag 2 3)) ; 2
(bag.fold (lambda ((x Int) (y Int)) (- x y)) 0 (bag 2 100000)) ; a value is too large
(bag.map (lambda ((x Int)) x) (set.singleton 1)) ; the sorts of `bag.map` do not fit

; Tuples.
(tuple 1 true) ; (tuple 1 true)
((_ tuple.select 1) (tuple 1 (tuple 2 3))) ; (tuple 2 3)
((_ tupSel 0) (mkTuple 1 2)) ; 1
((_ tuple.update 1) (tuple 1 true) false) ; (tuple 1 false)
((_ tuple.project 1 1 0) (tuple 1 true)) ; (tuple true true 1)
(tuple.project (tuple 1 true)) ; tuple.unit
(= (tuple 1 2) (tuple 1 3)) ; false
((_ tuple.select 2) (tuple 1 true)) ; the sorts of `(_ tuple.select 2)` do not fit
((_ tuple.update 0) (tuple 1 true) false) ; the sorts of `(_ tuple.update 0)` do not fit

; Relations.
(rel.transpose (set.singleton (tuple 1 true))) ; (set.singleton (tuple true 1))
(rel.iden (set.singleton (tuple 1))) ; (set.singleton (tuple 1 1))
(rel.join (set.insert (tuple 1 2) (set.singleton (tuple 1 3))) (set.singleton (tuple 3 true))) ; (set.singleton (tuple 1 true))
(rel.product (set.singleton (tuple 1)) (set.singleton (tuple 3 true))) ; (set.singleton (tuple 1 3 true))
(rel.tclosure (set.insert (tuple 1 2) (set.singleton (tuple 2 3)))) ; (set.union (set.singleton (tuple 1 2)) (set.singleton (tuple 1 3)) (set.singleton (tuple 2 3)))
(rel.tclosure (set.insert (tuple 1 2) (set.singleton (tuple 2 1)))) ; (set.union (set.singleton (tuple 1 1)) (set.singleton (tuple 1 2)) (set.singleton (tuple 2 1)) (set.singleton (tuple 2 2)))
(rel.join_image (set.insert (tuple 1 2) (tuple 2 2) (set.singleton (tuple 1 3))) 2) ; (set.singleton (tuple 1))
(rel.join_image (set.singleton (tuple 1 2)) 0) ; the meaning of `rel.join_image` is not known
((_ rel.project 1 1) (set.singleton (tuple 1 3))) ; (set.singleton (tuple 3 3))
((_ rel.table_join 1 1) (set.singleton (tuple 1 3)) (set.insert (tuple 2 3) (set.singleton (tuple 3 4)))) ; (set.singleton (tuple 1 3 2 3))
(rel.join (set.singleton (tuple 1)) (set.singleton (tuple 1))) ; the sorts of `rel.join` do not fit
(rel.transpose (set.singleton 1)) ; the sorts of `rel.transpose` do not fit

; Tables.
((_ table.project 1) (bag.union_disjoint (bag (tuple 1 3) 1) (bag (tuple 2 3) 2))) ; (bag (tuple 3) 3)
(table.product (bag (tuple 1 3) 3) (bag (tuple 2) 2)) ; (bag (tuple 1 3 2) 6)
((_ table.join 0 1) (bag (tuple 1 3) 3) (bag.union_disjoint (bag (tuple 2 1) 2) (bag (tuple 2 2) 1))) ; (bag (tuple 1 3 2 1) 6)
((_ table.group 0) (bag.union_disjoint (bag (tuple 1 3) 2) (bag (tuple 2 3) 1))) ; (bag.union_disjoint (bag (bag (tuple 1 3) 2) 1) (bag (bag (tuple 2 3) 1) 1))
(table.group (as bag.empty (Table Int))) ; (bag (as bag.empty (Bag (Tuple Int))) 1)
