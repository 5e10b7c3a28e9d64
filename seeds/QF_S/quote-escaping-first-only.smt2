; A query builder escapes only the first quote of a user name and can be tricked.
(set-info :smt-lib-version 2.6)
(set-logic QF_S)
(set-info :source |The name is doubled at its first quote, then put between quotes in a query text. A word filter is applied before. A test tool combines three fragments to a name; the query asks for fragments with which the finished text contains a second condition.|)
(set-info :category "industrial")
(set-info :status sat)
(declare-fun a () String)
(declare-fun b () String)
(declare-fun c () String)
(declare-fun name () String)
(declare-fun clean () String)
(declare-fun query () String)
(declare-fun head () String)
(declare-fun filtered () Bool)
(declare-fun admin () Bool)
(declare-fun injected () Bool)
(define-fun quote () String "'")
(define-fun has ((s String) (t String)) Bool (str.contains s t))

; fragments of the test tool
(assert (or (= a "admin") (= a "guest") (= a "") (= a "o'neil")))
(assert (or (= b quote) (= b "''") (= b "\") (= b "' OR")))
(assert (or (= c " OR 1=1") (= c " --") (= c ";DROP") (= c "'a'='a") (= c "")))
(assert (= name (str.++ a b c)))
; the word filter knows some key words and the comment mark
(assert (= filtered (or (has name "DROP") (has name "--") (has name ";"))))
(assert (not filtered))
; the escape function replaces the first quote only
(assert (= clean (str.replace name quote "''")))
(assert (= admin (str.prefixof "admin" name)))
; the text of the query
(assert (ite admin
  (= head "SELECT * FROM log WHERE user='")
  (= head "SELECT id FROM users WHERE name='")))
(assert (= query (str.++ head clean "' LIMIT 1")))
; the attack: after an even number of quotes an always true condition follows
(assert (= injected (or (has clean "''' OR 1=1") (and (has clean "OR'a'") (= (str.at c 0) quote)))))
(assert (and injected (xor admin (= (str.len a) 6))))
; the finished text is a query of the expected form, the name is not too long
(assert (str.prefixof "SELECT" query))
(assert (let ((first (str.indexof name quote 0)))
  (and (distinct first 0) (= (str.at name first) quote)
       (or (= first 1) (= first 5)))))
(assert (=> admin (or (= (str.len clean) 15) (= (str.len clean) 16))))
(assert (not (str.suffixof quote name)))
(check-sat)
(exit)
