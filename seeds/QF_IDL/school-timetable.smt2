; A morning of school lessons: two teachers, two classes, one laboratory and a part-time teacher.
; The variable bell is the first period; a period p has the number p - bell.
(set-info :smt-lib-version 2.6)
(set-logic QF_IDL)
(set-info :source |Seven lessons are put into six periods. Lessons of one class or of one teacher are at different times, the chemistry lesson is a double period, and wishes of teachers are given as conditional constraints.|)
(set-info :category "crafted")
(set-info :status sat)
(declare-fun bell () Int)
(declare-fun maths_a () Int)
(declare-fun maths_b () Int)
(declare-fun chem_a () Int)
(declare-fun chem_b () Int)
(declare-fun latin_a () Int)
(declare-fun sport_b () Int)
(declare-fun choir () Int)
(declare-fun heat_wave () Bool)
(declare-fun staff_meeting () Bool)
(declare-fun lab_first_a () Bool)
(define-fun in_day ((p Int)) Bool (and (>= (- p bell) 0) (<= (- p bell) 5)))
; a single lesson p does not collide with a double lesson q
(define-fun off_double ((p Int) (q Int)) Bool (or (< p q) (> (- p q) 1)))

; all lessons lie in the morning; double lessons must not start in the last period
(assert (and (in_day maths_a) (in_day maths_b) (in_day latin_a) (in_day sport_b) (in_day choir)))
(assert (and (>= chem_a bell) (<= (- chem_a bell) 4) (>= chem_b bell) (<= (- chem_b bell) 4)))
; class a
(assert (distinct maths_a latin_a choir))
(assert (and (off_double maths_a chem_a) (off_double latin_a chem_a) (off_double choir chem_a)))
; class b sings in the same choir
(assert (and (distinct maths_b sport_b choir)
             (off_double maths_b chem_b) (off_double sport_b chem_b) (off_double choir chem_b)))
; one teacher for maths and sport, one laboratory for chemistry
(assert (distinct maths_a maths_b sport_b))
(assert (= lab_first_a (<= (- chem_a chem_b) (- 2))))
(assert (xor lab_first_a (>= (- chem_a chem_b) 2)))
; the chemistry teacher also gives Latin
(assert (and (off_double latin_a chem_b) (off_double latin_a chem_a)))
; no sport directly before maths in class b, none after the second period in a heat wave
(assert (not (= (- maths_b sport_b) 1)))
(assert (=> heat_wave (<= (- sport_b bell) 1)))
; the part-time teacher of maths has her lessons within four periods of each other
(assert (let ((near (and (<= (- maths_a maths_b) 3) (<= (- maths_b maths_a) 3))))
  (or near (and staff_meeting (not heat_wave)))))
; with a staff meeting the choir sings last, otherwise in the middle of the morning
(assert (ite staff_meeting (= (- choir bell) 5)
                           (and (>= (- choir bell) 2) (<= (- choir bell) 3))))
; the caretaker wants exactly one of: Latin early, maths of class a early
(assert (distinct (<= (- latin_a bell) 1) (<= (- maths_a bell) 1)))
(assert (or heat_wave staff_meeting (not lab_first_a)))
(check-sat)
(exit)
