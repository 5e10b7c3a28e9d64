; The examples and notes of the theory, and the edges of its definitions.
(= (_ char #x2B) "+") ; true
(= (_ char #x27E8) "\u{27e8}" "\u27E8") ; true
(= (str.len "\u1234") 1) ; true
(str.< "a" "aardvark" "aardwolf" "zygomorphic" "zygotic") ; true
(not (str.< "a" "b" "b")) ; true
(str.<= "" "" "a" "a") ; true
(str.< "~" "\u{d800}" "\u{e000}" "\u{10000}") ; true
(= (str.++ "a" "" "bc") "abc") ; true
(= (str.substr "abc" 1 7) (str.substr "abc" 1 100000000000000000000) "bc") ; true
(= (str.substr "abc" 3 1) (str.substr "abc" 0 0) (str.substr "abc" 0 (- 1)) "") ; true
(= (str.substr "abc" (- 1) 3) (str.at "abc" 100000000000000000000) "") ; true
(= (str.indexof "abc" "" 3) 3) ; true
(= (str.indexof "abc" "" 4) (str.indexof "abc" "a" (- 1)) (str.indexof "abc" "" (- 1)) (- 1)) ; true
(= (str.indexof "abcb" "b" 2) 3) ; true
(= (str.replace "abc" "" "x") "xabc") ; true
(= (str.replace "" "" "x") "x") ; true
(= (str.replace_all "abc" "" "x") "abc") ; true
(= (str.replace_all "aaa" "aa" "b") "ba") ; true
(= (str.replace_re "abc" (re.* (str.to_re "b")) "x") "xabc") ; true
(= (str.replace_re "abbc" (re.+ (str.to_re "b")) "x") "axbc") ; true
(= (str.replace_re "abc" re.none "x") "abc") ; true
(= (str.replace_re_all "abbc" (re.* (str.to_re "b")) "x") "axxc") ; true
(= (str.replace_re_all "abbc" (str.to_re "") "x") "abbc") ; true
(str.is_digit "7") ; true
(not (or (str.is_digit "") (str.is_digit "12") (str.is_digit "a") (str.is_digit "\u{661}"))) ; true
(= (str.to_code "") (str.to_code "ab") (- 1)) ; true
(= (str.to_code "\u{2ffff}") 196607) ; true
(= (str.from_code 196607) "\u{2ffff}") ; true
(= (str.from_code 196608) (str.from_code (- 1)) (str.from_code 100000000000000000000) "") ; true
(= (str.to_int "00123") 123) ; true
(= (str.to_int "-123") (str.to_int "") (str.to_int "1 ") (- 1)) ; true
(= (str.to_int "+1") (str.to_int "1_0") (str.to_int "\u{661}") (- 1)) ; true
(= (str.from_int 123) "123") ; true
(= (str.from_int 0) "0") ; true
(= (str.from_int (- 123)) "") ; true

; Extensions, as their solvers say.
(= (str.rev "abc") "cba") ; true
(= (str.update "abc" 1 "zzzz") "azz") ; true
(= (str.update "abc" 3 "z") (str.update "abc" (- 1) "z") "abc") ; true
(= (str.to_lower "aAzZ[\u{c4}") "aazz[\u{c4}") ; true
(= (str.to_upper "aAzZ{\u{e4}") "AAZZ{\u{e4}") ; true
(= (str.indexof_re "abcb" (re.+ (str.to_re "b")) 2) 3) ; true
(= (str.indexof_re "abcb" (str.to_re "") 4) 4) ; true
(= (str.indexof_re "abcb" re.all (- 1)) (- 1)) ; true
(= (str.from_ubv #xff) "255") ; true
(= (str.from_sbv #xff) "-1") ; true
(= (str.indexof "abc" "c") 2) ; true
(= (str.indexof_re "abc" re.all 4) 0) ; ~true

; No strings.
(= "" (_ char #x30000)) ; the sorts of `char` do not fit
(= "" (_ char #x000041)) ; the sorts of `char` do not fit
(= "" (_ char 65)) ; the sorts of `char` do not fit

; Languages, as the theory says.
(str.in_re "ab" (re.++ (str.to_re "a") (str.to_re "") (str.to_re "b"))) ; true
(= re.none (re.inter re.all re.none) (re.comp re.all) (re.range "ab" "c") (re.range "a" "bc")) ; true
(= re.none (re.range "c" "a") (re.range "" "a")) ; true
(= re.allchar (re.range "\u{0}" "\u{2ffff}") ((_ re.loop 1 1) re.allchar)) ; true
(= re.all (re.* re.allchar) (re.comp re.none)) ; true
(= (re.diff re.all re.allchar (str.to_re "")) (re.++ re.allchar (re.+ re.allchar))) ; true
(= ((_ re.^ 0) re.none) (str.to_re "") (re.* re.none)) ; true
(= ((_ re.^ 3) (str.to_re "a")) (str.to_re "aaa")) ; true
(= ((_ re.loop 2 1) re.all) re.none) ; true
(= ((_ re.loop 0 1) re.allchar) (re.opt re.allchar) (re.union (str.to_re "") re.allchar)) ; true
(distinct re.none re.all re.allchar (str.to_re "") (str.to_re "a")) ; true
(= (re.union (str.to_re "ab") (str.to_re "ac")) (re.++ (str.to_re "a") (re.range "b" "c"))) ; true

; Older forms.
(str.in.re "aaa" (re.loop (str.to.re "a") 1 3)) ; true
(not (str.in.re "aaaa" (re.loop (str.to.re "a") 1 3))) ; true
(= (re.loop re.allchar 2) ((_ re.loop 2) re.allchar) (re.++ re.allchar (re.+ re.allchar))) ; true
(= re.nostr (re.complement re.all) (as re.empty (RegEx String))) ; true
(= re.none (re.loop re.all (- 1) 3)) ; the sorts of `re.loop` do not fit
