; A constant of sort -> is a function, however a solver prints it.
(set-logic HO_ALL)
(declare-const twice (-> Int Int))
(declare-const below (-> Int (-> Int Bool)))
(assert (= (twice 7) 14))
(assert (and (below 1 2) (not ((below 2) 1))))
(check-sat)
