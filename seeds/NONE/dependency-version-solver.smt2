; Version constraints of a small package set that has no solution, without a declared logic.
(set-info :smt-lib-version 2.6)
(set-info :source |Packages with major and minor versions, optional features and conflicts between them. The wanted application needs two libraries that ask for different versions of a third one.|)
(set-info :category "crafted")
(set-info :status unsat)
(declare-datatypes ((Version 0)) (((version (major Int) (minor Int)))))
(declare-fun installed (Int) Bool)
(declare-const app Version)
(declare-const json Version)
(declare-const net Version)
(declare-const core Version)
(declare-const tls Bool)
(declare-const legacy Bool)
(define-fun at_least ((v Version) (a Int) (b Int)) Bool
  (or (> (major v) a) (and (= (major v) a) (>= (minor v) b))))
(define-fun compatible ((v Version) (a Int) (b Int)) Bool
  (and (= (major v) a) (at_least v a b)))

; numbers of the packages: one app, two json, three net, four core
(assert (and (installed 1) (= app (version 2 4))))
; versions that were published
(assert (and (<= 1 (major json) 3) (<= 0 (minor json) 9)))
(assert (or (= net (version 1 7)) (= net (version 2 0)) (= net (version 2 1))))
(assert (and (<= 1 (major core) 2) (<= 0 (minor core) 5)))
; the application
(assert (=> (installed 1) (and (installed 2) (installed 3)
  (ite legacy (compatible json 1 5) (compatible json 2 0)))))
; the libraries
(assert (=> (installed 2) (and (installed 4)
  (ite (= (major json) 1) (compatible core 1 2) (compatible core 1 4)))))
(assert (=> (installed 3) (and (installed 4)
  (=> (at_least net 2 0) (compatible core 2 1))
  (=> (not (at_least net 2 0)) (not tls)))))
; features: secure connections are needed unless everything is old
(assert (or tls (and legacy (distinct (major net) 2) (= (minor core) 0))))
(assert (xor tls (= (major net) (major json) 1)))
; legacy mode excludes new minor versions
(assert (=> legacy (< (+ (minor core) (minor json)) 9)))
(assert (not (and (installed 5) (= tls legacy))))
(check-sat)
(exit)
