; A packet passes a firewall through a rule that was meant to be shadowed.
(set-info :smt-lib-version 2.6)
(set-logic QF_UFBV)
(set-info :source |Four filter rules over addresses, ports and flags with an uninterpreted connection table. The model is a packet that is accepted by the third rule only because the connection table maps two hosts to one state.|)
(set-info :category "crafted")
(set-info :status sat)
(declare-fun state ((_ BitVec 8) (_ BitVec 8)) (_ BitVec 4))
(declare-fun nat ((_ BitVec 8)) (_ BitVec 8))
(declare-const src (_ BitVec 8))
(declare-const dst (_ BitVec 8))
(declare-const port (_ BitVec 12))
(declare-const flags (_ BitVec 4))
(declare-const ttl (_ BitVec 4))
(declare-const rule1 Bool)
(declare-const rule2 Bool)
(declare-const rule3 Bool)
(declare-const accepted Bool)
(declare-const spoofed Bool)
(define-fun in_net ((a (_ BitVec 8)) (net (_ BitVec 8)) (mask (_ BitVec 8))) Bool
  (= (bvand a mask) (bvand net mask)))
(define-fun flag ((i (_ BitVec 4))) Bool (distinct (bvand flags i) #x0))

; the inner network is mapped to one outer address
(assert (and (in_net (nat src) #xc0 #xf0) (not (in_net src #xc0 #xf0))))
(assert (=> (in_net dst #x10 #xf0) (= (nat dst) dst)))
; rule 1 drops low ports, rule 2 drops unknown connections, rule 3 accepts answers
(assert (= rule1 (and (bvult port #x400) (not (= port #x050)))))
(assert (= rule2 (and (flag #x1) (not (flag #x2)) (= (state src dst) #x0))))
(assert (= rule3 (and (flag #x2) (or (= (state (nat src) dst) #x3) (= (state dst (nat src)) #x3)))))
(assert (= accepted (ite rule1 false (ite rule2 false rule3))))
; connection table: state of a reset connection is zero, open ones are symmetric
(assert (ite (flag #x8) (= (state src dst) #x0) (= (state src dst) (state dst src))))
(assert (=> (= (state src dst) #x0) (bvule (state (nat src) dst) #x3)))
; time to live
(assert (and (bvugt ttl #x1) (bvult (bvsub ttl #x1) #x9) (= ((_ extract 0 0) ttl) ((_ extract 3 3) flags))))
; the packet was accepted although its own connection is closed
(assert (and accepted (= (state src dst) #x0)))
(assert (= spoofed (xor (in_net src #x10 #xf0) (in_net dst #x10 #xf0))))
(assert (or spoofed (bvsgt (bvadd src dst) #x00)))
(assert (let ((key (concat flags src))) (and (distinct key port) (not (bvuge key #xf00)))))
(check-sat)
(exit)
