; A file server removes one parent reference from a path and still serves files outside of its root.
(set-info :smt-lib-version 2.6)
(set-logic QF_S)
(set-info :source |The requested path is built from a folder, two steps and a file. It is checked for absolute form and hidden files, the first parent reference is deleted, and the result is appended to the root folder. The query asks for a request that reaches a secret file.|)
(set-info :category "industrial")
(set-info :status sat)
(declare-const dir String)
(declare-const step1 String)
(declare-const step2 String)
(declare-const file String)
(declare-const req String)
(declare-const cut String)
(declare-const full String)
(declare-const absolute Bool)
(declare-const static_file Bool)
(declare-const denied Bool)
(declare-const escaped Bool)
(define-fun parent () String "../")
(define-fun step_form ((s String)) Bool
  (or (= s "") (= s "./") (= s parent) (= s "....//") (= s "../../")))

; parts of the request
(assert (or (= dir "img/") (= dir "") (= dir "/") (= dir "doc/old/")))
(assert (and (step_form step1) (step_form step2)))
(assert (or (= file "key.txt") (= file "secret") (= file ".htpasswd") (= file "logo.png")))
(assert (= req (str.++ dir step1 step2 file)))
; absolute paths are denied, hidden files too
(assert (= absolute (str.prefixof "/" req)))
(assert (= denied (or absolute (str.contains req ".ht") (= step2 "./"))))
; the cleaning step, and the name in the file system
(assert (= cut (str.replace req parent "")))
(assert (= full (str.++ "/srv/www/" cut)))
; static files have a known extension
(assert (= static_file (or (str.suffixof ".png" cut) (str.suffixof ".txt" cut))))
; the escape
(assert (= escaped (and (str.contains full parent) (not (str.contains cut "..../")))))
(assert (and escaped (not denied)))
; the wanted file below the parent folder
(assert (or (str.suffixof "../secret" cut) (and static_file (str.suffixof "../key.txt" cut))))
(assert (xor static_file (= (str.len dir) 4)))
; two references after each other would be found by the intrusion detection
(assert (not (= step1 step2)))
(assert (=> (= dir "") (and (distinct step1 "../../") (not (str.contains req "../../")))))
(assert (ite static_file (= (str.indexof cut parent 0) 0) (= (str.at cut 4) ".")))
(check-sat)
(exit)
