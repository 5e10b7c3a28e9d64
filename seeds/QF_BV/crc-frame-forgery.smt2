; Search for a command byte that makes a manipulated frame pass an 8-bit cyclic redundancy check.
(set-info :smt-lib-version 2.6)
(set-logic QF_BV)
(set-info :source |A frame has an address, a command with a parity bit, a payload nibble pair and a CRC-8 with polynomial 0x07. The attacker changes the payload and looks for another command with the same check value that the receiver accepts.|)
(set-info :category "crafted")
(set-info :status sat)
(declare-const addr (_ BitVec 8))
(declare-const cmd (_ BitVec 8))
(declare-const forged (_ BitVec 8))
(declare-const data (_ BitVec 8))
(declare-const data2 (_ BitVec 8))
(declare-const s1 (_ BitVec 8))
(declare-const s2 (_ BitVec 8))
(declare-const s3 (_ BitVec 8))
(declare-const q2 (_ BitVec 8))
(declare-const q3 (_ BitVec 8))
(declare-const broadcast Bool)
(declare-const privileged Bool)
; one bit of the shift register
(define-fun bit ((c (_ BitVec 8))) (_ BitVec 8)
  (bvxor (bvshl c #x01) (ite (= ((_ extract 7 7) c) #b1) #x07 #x00)))
(define-fun nib ((c (_ BitVec 8))) (_ BitVec 8) (bit (bit (bit (bit c)))))
(define-fun crc ((c (_ BitVec 8)) (d (_ BitVec 8))) (_ BitVec 8) (nib (nib (bvxor c d))))
(define-fun even_parity ((c (_ BitVec 8))) Bool
  (let ((a (bvxor c (bvlshr c #x04))))
    (let ((b (bvxor a (bvlshr a #x02))))
      (= ((_ extract 0 0) (bvxor b (bvlshr b #x01))) #b0))))

; the genuine frame
(assert (and (= s1 (crc #xff addr)) (= s2 (crc s1 cmd)) (= s3 (crc s2 data))))
; the forged frame keeps the address and the check value
(assert (and (= q2 (crc s1 forged)) (= q3 (crc q2 data2))))
(assert (= s3 q3))
(assert (distinct data data2))
; commands carry even parity in all eight bits, and class 0xe or 0xf is privileged
(assert (and (even_parity cmd) (even_parity forged)))
(assert (= privileged (bvuge forged #xe0)))
(assert (not (bvuge cmd #xe0)))
; address 0x00 and everything above 0xf0 are broadcast addresses
(assert (= broadcast (or (= addr #x00) (bvugt addr #xf0))))
(assert (=> broadcast (bvult cmd #x40)))
; the payload is two decimal digits, in the forged frame also the digit sum counts
(assert (let ((h (bvlshr data #x04)) (k (bvand data #x0f))
              (h2 (bvlshr data2 #x04)) (k2 (bvand data2 #x0f)))
  (and (bvule h #x09) (bvule k #x09) (bvule h2 #x09) (bvule k2 #x09)
       (or (bvugt (bvadd h2 k2) (bvadd h k)) (= (bvurem data2 #x03) #x00)))))
; what the attacker wants
(assert (and privileged (xor broadcast (= ((_ extract 3 0) addr) #x5))))
(assert (ite broadcast (= (bvand forged cmd) #x00) (bvslt forged cmd)))
(check-sat)
(exit)
