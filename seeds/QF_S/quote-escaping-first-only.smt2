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
(declare-fun admin () Bool)
(declare-fun nobody () Bool)
(declare-fun twice () Bool)
(declare-fun always () Bool)
(declare-fun comment () Bool)
(declare-fun filtered () Bool)
(declare-fun injected () Bool)
(define-fun quote () String "'")
(define-fun has ((s String) (t String)) Bool (str.contains s t))

; fragments of the test tool: a user, one or two quotes, the rest of a condition
(assert (= a (ite admin "admin" (ite nobody "" "o'neil"))))
(assert (= b (ite twice "''" quote)))
(assert (= c (ite always " OR 1=1" (ite comment " --" ";DROP"))))
(assert (= name (str.++ a b c)))
(assert (not (and always comment)))
; the word filter knows a key word and the comment mark
(assert (= filtered (or (has name "DROP") (has name "--"))))
(assert (not filtered))
; the escape function replaces the first quote only
(assert (= clean (str.replace name quote "''")))
; the text of the query
(assert (ite admin
  (= head "SELECT * FROM log WHERE user='")
  (= head "SELECT id FROM users WHERE name='")))
(assert (= query (str.++ head clean "' LIMIT 1")))
; the attack: after an even number of quotes an always true condition follows
(assert (= injected (or (has clean "''' OR 1=1") (and (not admin) (has clean "l' OR 1=1")))))
(assert (and injected (xor admin (= (str.len a) 6))))
; the finished text is a query of the expected form, and the name starts with a letter
(assert (or (str.prefixof "SELECT" query) (= (str.len query) 0)))
(assert (str.in_re (str.at name 0) (re.range "a" "z")))
(assert (=> twice (distinct (str.at name 1) quote)))
(assert (=> (not twice) (= (str.indexof name quote 0) 1)))
(check-sat)
(exit)
