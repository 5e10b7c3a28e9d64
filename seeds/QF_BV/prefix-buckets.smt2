; A routing table puts each prefix into a bucket, by a shift-and-add hash of its mask.
(set-info :smt-lib-version 2.6)
(set-logic QF_BV)
(set-info :source |Masks of prefixes are words of ones that are shifted by the number of host bits, and hashes add a word to its own shift, as in string hashing. The claim is that some address outside of its network falls into an empty or an early bucket.|)
(set-info :category "industrial")
(set-info :status sat)
(declare-fun address () (_ BitVec 8))
(declare-fun network () (_ BitVec 8))
(declare-fun host_bits () (_ BitVec 8))
(declare-fun spread () (_ BitVec 8))
(declare-fun bucket () (_ BitVec 4))
(define-fun mask ((n (_ BitVec 8))) (_ BitVec 8) (bvshl #xff n))
(define-fun mixed ((h (_ BitVec 8)) (n (_ BitVec 8))) (_ BitVec 8) (bvadd (bvshl h n) h))

(assert (bvule host_bits #x08))
(assert (= network (bvand address (mask host_bits))))
(assert (= bucket (bvurem ((_ extract 3 0) (mixed network spread)) #xd)))
; a table of thirteen buckets, of which the first two are taken
(assert (=> (bvult spread #x08) (bvugt bucket #x1)))
(assert (or (= (mixed (mask host_bits) spread) #x00) (bvult bucket #x3)))
; negated claim
(assert (distinct address network))
(check-sat)
