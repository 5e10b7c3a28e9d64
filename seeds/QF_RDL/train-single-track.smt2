; Three trains share a single track section and one of them has a connection to keep.
(set-info :smt-lib-version 2.6)
(set-logic QF_RDL)
(set-info :source |A small timetable problem: entry and exit times of three trains on a single track section with minimal running times, headways for trains in the same direction and a connection at the station.|)
(set-info :category "crafted")
(set-info :status sat)
(declare-const zero Real)
(declare-const in_a Real)
(declare-const out_a Real)
(declare-const in_b Real)
(declare-const out_b Real)
(declare-const in_c Real)
(declare-const out_c Real)
(declare-const depart_bus Real)
(declare-const a_before_b Bool)
(declare-const b_before_c Bool)
(declare-const a_before_c Bool)
(declare-const bus_waits Bool)
(declare-const express Bool)

; running times on the section; an express needs less time
(assert (ite express
  (and (>= (- out_a in_a) 6.5) (<= (- out_a in_a) 8.0))
  (and (>= (- out_a in_a) 9.0) (<= (- out_a in_a) 11.5))))
(assert (and (>= (- out_b in_b) 8.0) (<= (- out_b in_b) 12.0)))
(assert (and (>= (- out_c in_c) 7.0) (<= (- out_c in_c) 9.5)))
; release and due times relative to the start of the plan
(assert (and (>= in_a zero) (>= (- in_b zero) 2.5) (<= (- in_b zero) 14.0)))
(assert (and (>= (- in_c zero) 4.0) (<= (- out_c zero) 31.0) (<= (- out_a zero) 40.0)))
; a and b run in the same direction and keep a headway of two minutes at both ends
(assert (ite a_before_b
  (and (>= (- in_b in_a) 2.0) (>= (- out_b out_a) 2.0))
  (and (>= (- in_a in_b) 2.0) (>= (- out_a out_b) 2.0))))
; c runs against them, so the section has to be empty
(assert (= b_before_c (>= (- in_c out_b) 1.0)))
(assert (or b_before_c (>= (- in_b out_c) 1.0)))
(assert (xor a_before_c (>= (- in_a out_c) 1.0)))
(assert (=> a_before_c (>= (- in_c out_a) 1.0)))
; the order is transitive
(assert (=> (and a_before_b b_before_c) a_before_c))
(assert (=> (and (not a_before_c) b_before_c) (not a_before_b)))
; the bus leaves when b has arrived, or on time
(assert (ite bus_waits
  (and (>= (- depart_bus out_b) 1.5) (<= (- depart_bus out_b) 4.0))
  (= (- depart_bus zero) 18.0)))
(assert (or bus_waits (and (<= (- out_b depart_bus) (- 1.5)) (not (= a_before_b a_before_c)))))
; the operator does not want the slow pattern
(assert (not (and (not express) (distinct a_before_b b_before_c) bus_waits)))
(check-sat)
(exit)
