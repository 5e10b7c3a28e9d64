; An array may be a function of indices of which there are few.
(set-logic ALL)
(declare-fun a () (Array (_ BitVec 3) (_ BitVec 3)))
(declare-fun b () (Array Bool Int))
(assert (= (select a #b011) #b110))
(assert (= a (store a #b111 #b110)))
(assert (= b (store ((as const (Array Bool Int)) 4) true 5)))
(check-sat)
