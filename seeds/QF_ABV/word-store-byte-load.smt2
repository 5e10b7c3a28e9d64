; A 32-bit store followed by narrower loads in a little-endian memory model of a virtual machine.
(set-info :smt-lib-version 2.6)
(set-logic QF_ABV)
(set-info :source |Correctness of store-to-load forwarding: a word is stored, then a half-word or a byte inside it is loaded with sign or zero extension. The forwarded value is computed from the register, the reference goes through the memory.|)
(set-info :category "industrial")
(set-info :status unsat)
(declare-fun mem () (Array (_ BitVec 32) (_ BitVec 8)))
(declare-fun mem1 () (Array (_ BitVec 32) (_ BitVec 8)))
(declare-fun base () (_ BitVec 32))
(declare-fun off () (_ BitVec 32))
(declare-fun other () (_ BitVec 32))
(declare-fun reg () (_ BitVec 32))
(declare-fun shifted () (_ BitVec 32))
(declare-fun fwd () (_ BitVec 32))
(declare-fun ref () (_ BitVec 32))
(declare-fun is_half () Bool)
(declare-fun is_signed () Bool)
(declare-fun hit () Bool)

; the stack pointer is aligned, the access is inside the word
(assert (= ((_ extract 1 0) base) #b00))
(assert (bvult off #x00000004))
(assert (=> is_half (or (= off #x00000000) (= off #x00000002))))
; store of the word in little-endian order
(assert (= mem1
  (store (store (store (store mem base ((_ extract 7 0) reg))
                              (bvadd base #x00000001) ((_ extract 15 8) reg))
                       (bvadd base #x00000002) ((_ extract 23 16) reg))
                (bvadd base #x00000003) ((_ extract 31 24) reg))))
; reference: load from memory, then extend
(assert (let ((a (bvadd base off)))
  (let ((h (concat (select mem1 (bvadd a #x00000001)) (select mem1 a))) (b (select mem1 a)))
    (and (=> (and is_half is_signed) (= ref ((_ sign_extend 16) h)))
         (=> (and is_half (not is_signed)) (= ref ((_ zero_extend 16) h)))
         (=> (and (not is_half) is_signed) (= ref ((_ sign_extend 24) b)))
         (=> (not (or is_half is_signed)) (= ref ((_ zero_extend 24) b)))))))
; forwarding: shift the register and extend
(assert (= shifted (bvlshr reg (bvshl off #x00000003))))
(assert (ite is_half
  (= fwd (ite is_signed ((_ sign_extend 16) ((_ extract 15 0) shifted)) (bvand shifted #x0000ffff)))
  (= fwd (ite is_signed (bvashr (bvshl shifted #x00000018) #x00000018) (bvand shifted #x000000ff)))))
; a load from another aligned word must not hit the store
(assert (= hit (= ((_ extract 31 2) other) ((_ extract 31 2) base))))
; negated claim
(assert (or (not (= fwd ref))
            (and (not hit) (distinct (select mem1 other) (select mem other)))
            (and hit (= other base) (not (= (select mem1 other) ((_ extract 7 0) reg))))
            (and is_signed (xor (bvslt fwd #x00000000) (bvslt ref #x00000000)))
            (and (not is_signed) is_half (bvugt fwd #x0000ffff))))
(check-sat)
(exit)
