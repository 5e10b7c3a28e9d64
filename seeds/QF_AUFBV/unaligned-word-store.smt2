; A store of a 16-bit word is split into byte stores and read back in the wrong byte order.
(set-info :smt-lib-version 2.6)
(set-logic QF_AUFBV)
(set-info :source |Byte memory with a translation function from pages to frames. A word is stored in little-endian order, perhaps across a page border, and loaded in big-endian order; the model is a word that survives.|)
(set-info :category "crafted")
(set-info :status sat)
(declare-fun frame ((_ BitVec 4)) (_ BitVec 4))
(declare-const mem0 (Array (_ BitVec 8) (_ BitVec 8)))
(declare-const mem1 (Array (_ BitVec 8) (_ BitVec 8)))
(declare-const mem2 (Array (_ BitVec 8) (_ BitVec 8)))
(declare-const va (_ BitVec 8))
(declare-const vb (_ BitVec 8))
(declare-const word (_ BitVec 16))
(declare-const back (_ BitVec 16))
(declare-const crosses Bool)
(declare-const fault Bool)
(define-fun translate ((v (_ BitVec 8))) (_ BitVec 8)
  (concat (frame ((_ extract 7 4) v)) ((_ extract 3 0) v)))

; addresses of the two bytes
(assert (= vb (bvadd va #x01)))
(assert (= crosses (distinct ((_ extract 7 4) va) ((_ extract 7 4) vb))))
; the store does not wrap around the address space and page zero faults
(assert (bvult va vb))
(assert (= fault (or (= (frame ((_ extract 7 4) va)) #x0) (= (frame ((_ extract 7 4) vb)) #x0))))
(assert (not fault))
; byte stores, lower byte first
(assert (= mem1 (store mem0 (translate va) ((_ extract 7 0) word))))
(assert (= mem2 (store mem1 (translate vb) ((_ extract 15 8) word))))
; load in the other byte order
(assert (= back (concat (select mem2 (translate va)) (select mem2 (translate vb)))))
; neighbouring pages go to different frames unless they are shared
(assert (=> crosses (xor (= (frame ((_ extract 7 4) va)) (frame ((_ extract 7 4) vb)))
                         (= (bvand word #x00ff) #x005a))))
; the word survives, although it is not a constant pattern
(assert (= back word))
(assert (and (distinct word #x0000) (not (= word #xffff)) (bvslt word #x0000)))
(assert (or crosses (bvugt (select mem0 vb) ((_ extract 7 0) word))))
(assert (ite (= (select mem0 va) #x00) (not crosses) (= ((_ extract 0 0) va) #b1)))
(assert (=> (= (translate va) va) (bvule #x40 va)))
(check-sat)
(exit)
