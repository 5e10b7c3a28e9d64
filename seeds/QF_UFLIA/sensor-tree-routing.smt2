; Routing tree of a sensor network: next hops, costs and battery levels of five nodes.
(set-info :smt-lib-version 2.6)
(set-logic QF_UFLIA)
(set-info :source |Node 0 is the sink. Every other node chooses a neighbour as next hop so that the hop count decreases, no relay has more than two children, and nodes with a low battery do not relay, with one exception.|)
(set-info :category "crafted")
(set-info :status sat)
(declare-fun next (Int) Int)
(declare-fun hops (Int) Int)
(declare-fun battery (Int) Int)
(declare-fun link (Int Int) Bool)
(declare-fun relay (Int) Bool)
(declare-fun exempt () Int)
(declare-fun total () Int)
(declare-fun storm () Bool)
(define-fun node ((n Int)) Bool (and (<= 0 n) (<= n 4)))
(define-fun child_of ((n Int) (p Int)) Int (ite (= (next n) p) 1 0))
(define-fun good_hop ((n Int)) Bool
  (and (node (next n)) (distinct (next n) n)
       (or (link n (next n)) (link (next n) n))
       (= (hops n) (+ 1 (hops (next n))))))

; radio links of the site plan, some of them fail in a storm
(assert (and (link 1 0) (link 2 1) (link 3 1) (link 3 2) (link 4 3)))
(assert (and (= (link 2 0) (not storm)) (= (link 4 2) (not storm)) (not (link 4 0)) (not (link 3 0))
             (not (link 4 1)) (not (link 0 1)) (not (link 0 2)) (not (link 0 3)) (not (link 0 4))))
(assert (not (or (link 1 2) (link 1 3) (link 2 3) (link 1 4) (link 2 4) (link 3 4))))
; the sink
(assert (and (= (hops 0) 0) (= (next 0) 0) (= (battery 0) 100)))
; every node has a next hop nearer to the sink
(assert (and (good_hop 1) (good_hop 2) (good_hop 3) (good_hop 4)))
; relays are the nodes that are a next hop of a node
(assert (and (= (relay 1) (or (= (next 2) 1) (= (next 3) 1) (= (next 4) 1)))
             (= (relay 2) (or (= (next 1) 2) (= (next 3) 2) (= (next 4) 2)))
             (= (relay 3) (or (= (next 1) 3) (= (next 2) 3) (= (next 4) 3)))))
; at most two children for each relay
(assert (<= (+ (child_of 2 1) (child_of 3 1) (child_of 4 1)) 2))
(assert (<= (+ (child_of 1 2) (child_of 3 2) (child_of 4 2)) 2))
; battery levels from the last report
(assert (and (<= 60 (battery 1)) (< (battery 2) 30) (>= (battery 2) 10) (= (battery 3) (* 2 (battery 2)))))
(assert (and (=> (and (relay 1) (distinct exempt 1)) (> (battery 1) 40))
             (=> (and (relay 2) (distinct exempt 2)) (> (battery 2) 40))
             (=> (and (relay 3) (distinct exempt 3)) (> (battery 3) 40))))
; the exempt node is one with a link to the sink, and only in good weather
(assert (ite storm (= exempt 0) (or (= exempt 1) (= exempt 2))))
; quality of the tree: sum of the hop counts, worse in a storm
(assert (= total (+ (hops 1) (hops 2) (hops 3) (hops 4))))
(assert (and (<= total (ite storm 9 7)) (xor storm (relay 2))))
(assert (or (> (hops 4) 2) (= (next 4) (next (next 3)))))
(assert (= (= (next 4) 3) (> (hops (next 4)) (hops (next 3)))))
(check-sat)
(exit)
