; Inductive step of a bounds proof for a ring buffer of bytes with a two-part copy.
(set-info :smt-lib-version 2.6)
(set-logic QF_LIA)
(set-info :source |One call of write(n) on a ring buffer with capacity between 16 and 4096. The pre-state satisfies the representation invariant, the code is encoded path by path, and the negated claim is that an access leaves the buffer or the invariant breaks.|)
(set-info :category "industrial")
(set-info :status unsat)
(declare-const cap Int)
(declare-const head Int)
(declare-const used Int)
(declare-const n Int)
(declare-const tail Int)
(declare-const first Int)
(declare-const second Int)
(declare-const written Int)
(declare-const head1 Int)
(declare-const used1 Int)
(declare-const tail1 Int)
(declare-const rejected Bool)
(declare-const wraps Bool)
(define-fun in_buffer ((i Int)) Bool (and (<= 0 i) (< i cap)))
; index arithmetic modulo the capacity for a value below 2*cap
(define-fun wrap ((i Int)) Int (ite (>= i cap) (- i cap) i))
(define-fun invariant ((h Int) (u Int)) Bool
  (and (in_buffer h) (<= 0 u) (not (> u cap))))

; environment: legal capacity, any request length below one page
(assert (and (<= 16 cap) (<= cap 4096)))
(assert (and (>= n 0) (< n 4096)))
; representation invariant before the call
(assert (invariant head used))
(assert (= tail (wrap (+ head used))))
; if (n > cap - used) return 0;
(assert (= rejected (> n (- cap used))))
; first = min(n, cap - tail); second = n - first;
(assert (=> (not rejected)
  (let ((room (- cap tail)))
    (and (= wraps (> n room))
         (= first (ite wraps room n))
         (= second (- n first))
         (= written n)))))
(assert (=> rejected (and (= first 0) (= second 0) (= written 0) (not wraps))))
; the state after the call
(assert (and (= head1 head) (= used1 (+ used written))))
(assert (ite wraps (= tail1 second) (= tail1 (wrap (+ tail first)))))

; negated claim
(assert (let ((ok_first (or (= first 0) (and (in_buffer tail) (in_buffer (- (+ tail first) 1)))))
              (ok_second (=> (distinct second 0) (and (in_buffer 0) (in_buffer (- second 1)))))
              (no_overrun (or (not wraps) (<= second head)))
              (inv1 (and (invariant head1 used1) (= tail1 (wrap (+ head1 used1))))))
  (not (and ok_first ok_second no_overrun inv1
            (= (+ first second) (ite rejected 0 n))
            (xor rejected (>= (- cap used) n))))))
(check-sat)
(exit)
