; Weekend roster of four nurses on a small ward with early, late and night duties.
; A duty is coded 0 = off, 1 = early, 2 = late, 3 = night.
(set-info :smt-lib-version 2.6)
(set-logic QF_LIA)
(set-info :source |Roster of four nurses over Friday, Saturday and Sunday with cover, rest and pay rules; the question is whether a roster exists within the overtime budget.|)
(set-info :category "crafted")
(set-info :status sat)
(declare-fun a_fri () Int)
(declare-fun a_sat () Int)
(declare-fun a_sun () Int)
(declare-fun b_fri () Int)
(declare-fun b_sat () Int)
(declare-fun b_sun () Int)
(declare-fun c_fri () Int)
(declare-fun c_sat () Int)
(declare-fun c_sun () Int)
(declare-fun d_fri () Int)
(declare-fun d_sat () Int)
(declare-fun d_sun () Int)
(declare-fun pay () Int)
(declare-fun agency () Bool)
(define-fun duty ((x Int)) Bool (and (<= 0 x) (<= x 3)))
(define-fun is ((x Int) (k Int)) Int (ite (= x k) 1 0))
; no early duty after a late one, and only night or off after a night
(define-fun rest_ok ((x Int) (y Int)) Bool
  (and (=> (= x 2) (not (= y 1)))
       (=> (= x 3) (or (= y 0) (= y 3)))))
(define-fun hours ((x Int)) Int (ite (= x 0) 0 (ite (= x 3) 10 8)))

(assert (and (duty a_fri) (duty a_sat) (duty a_sun) (duty b_fri) (duty b_sat) (duty b_sun)))
(assert (and (duty c_fri) (duty c_sat) (duty c_sun) (duty d_fri) (duty d_sat) (duty d_sun)))
; cover on Friday: one nurse on each duty
(assert (and (= (+ (is a_fri 1) (is b_fri 1) (is c_fri 1) (is d_fri 1)) 1)
             (= (+ (is a_fri 2) (is b_fri 2) (is c_fri 2) (is d_fri 2)) 1)
             (>= (+ (is a_fri 3) (is b_fri 3) (is c_fri 3) (is d_fri 3)) 1)))
; Saturday: the late duty may be left to an agency nurse
(assert (and (>= (+ (is a_sat 1) (is b_sat 1) (is c_sat 1) (is d_sat 1)) 1)
             (or agency (>= (+ (is a_sat 2) (is b_sat 2) (is c_sat 2) (is d_sat 2)) 1))
             (= (+ (is a_sat 3) (is b_sat 3) (is c_sat 3) (is d_sat 3)) 1)))
; Sunday: two nurses by day, one at night
(assert (and (= (+ (is a_sun 1) (is b_sun 1) (is c_sun 1) (is d_sun 1)
                   (is a_sun 2) (is b_sun 2) (is c_sun 2) (is d_sun 2)) 2)
             (= (+ (is a_sun 3) (is b_sun 3) (is c_sun 3) (is d_sun 3)) 1)))
; rest between duties
(assert (and (rest_ok a_fri a_sat) (rest_ok a_sat a_sun) (rest_ok b_fri b_sat) (rest_ok b_sat b_sun)))
(assert (and (rest_ok c_fri c_sat) (rest_ok c_sat c_sun) (rest_ok d_fri d_sat) (rest_ok d_sat d_sun)))
; a does no nights; b and c share a car, so they are both in or both off on Sunday
(assert (not (or (= a_fri 3) (= a_sat 3) (= a_sun 3))))
(assert (= (= b_sun 0) (= c_sun 0)))
; d asked for exactly one of Friday and Sunday to be free
(assert (xor (= d_fri 0) (= d_sun 0)))
; nobody works more than 26 hours, the newcomer c has a day off
(assert (let ((ha (+ (hours a_fri) (hours a_sat) (hours a_sun)))
              (hb (+ (hours b_fri) (hours b_sat) (hours b_sun)))
              (hd (+ (hours d_fri) (hours d_sat) (hours d_sun))))
  (and (<= ha 26) (<= hb 26) (<= hd 26)
       (= pay (+ (* 21 ha) (* 23 hb) (* 19 hd) (ite agency 400 0))))))
(assert (or (= c_fri 0) (= c_sat 0) (= c_sun 0)))
; budget of the weekend
(assert (and (< pay 1500) (=> agency (< pay 1450))))
(check-sat)
(exit)
