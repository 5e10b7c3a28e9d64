; Cardinality and pseudo-Boolean constraints, as Z3 4.8.7 to 5.4.1 evaluate them.
((_ at-most 1) true false true) ; false
((_ at-most 2) true false true) ; true
((_ at-most 0) false) ; true
((_ at-least 0) false false) ; true
((_ at-least 3) true true true) ; true
((_ at-least 3) true true) ; false
((_ at-most 1) (= 1 1) (= 1 2) (not (= 1 1))) ; true

; The first index is the bound.
((_ pbeq 5 7 3 4 2) false true false true) ; true
((_ pbeq 5 7 3 4 2) false true true false) ; false
((_ pble 6 7 3 4 2) true false false false) ; false
((_ pble 7 7 3 4 2) true false false false) ; true
((_ pbge 6 7 3 4 2) false true false true) ; false
((_ pbge 6 0 3 4 2) true false true true) ; true
((_ pbge 20000000000000000000 20000000000000000000 1) true false) ; true

; Z3 refuses a bound of more than 31 bits.
((_ at-most 99999999999999999999999) true true) ; true

; One weight for each argument.
((_ pble 1 1 1) true) ; the sorts of `pble` do not fit
((_ pbeq 1) true) ; the sorts of `pbeq` do not fit
((_ at-most 1 1) true) ; the meaning of `(_ at-most 1 1)` is not known
(at-most true) ; the meaning of `at-most` is not known
((_ at-least 1) 1) ; the sorts of `(_ at-least 1)` do not fit
((_ at-least k) true) ; the sorts of `at-least` do not fit
