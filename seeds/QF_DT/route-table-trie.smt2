; A binary trie of routes in which two prefixes end at different ports.
(set-info :smt-lib-version 2.6)
(set-logic QF_DT)
(set-info :source |A routing table stored as a binary trie with optional ports in its nodes. The model is a trie with three levels where the longest matching prefix decides between two ports and a default.|)
(set-info :category "crafted")
(set-info :status sat)
(declare-datatype Port ((eth) (wlan) (loopback)))
(declare-datatype OptPort ((none) (some (port Port))))
(declare-datatype Trie ((empty) (node (zero Trie) (here OptPort) (one Trie))))
(declare-datatype Bits ((stop) (o (otail Bits)) (i (itail Bits))))
(declare-const root Trie)
(declare-const copy Trie)
(declare-const addr Bits)
(declare-const hop1 Trie)
(declare-const hop2 Trie)
(declare-const chosen OptPort)
(declare-const fallback Bool)
(define-fun follow ((t Trie) (b Bits)) Trie
  (match t ((empty empty)
            ((node l p r) (match b ((stop empty) ((o rest) l) ((i rest) r)))))))
(define-fun tail ((b Bits)) Bits (ite ((_ is o) b) (otail b) (ite ((_ is i) b) (itail b) stop)))
(define-fun entry ((t Trie)) OptPort (ite ((_ is node) t) (here t) none))

; the address has two significant bits, at least one of them set
(assert (and (not (= addr stop)) (distinct (tail addr) stop) (= (tail (tail addr)) stop)))
(assert (or ((_ is i) addr) ((_ is i) (tail addr))))
; the walk through the trie
(assert (and ((_ is node) root) (= hop1 (follow root addr)) (= hop2 (follow hop1 (tail addr)))))
(assert (=> ((_ is empty) hop1) (= hop2 empty)))
; the deepest entry on the path wins
(assert (= chosen
  (ite ((_ is some) (entry hop2)) (entry hop2)
  (ite ((_ is some) (entry hop1)) (entry hop1) (entry root)))))
(assert (= fallback (= chosen none)))
; there is a default route and it is not the chosen one
(assert (and (= (entry root) (some loopback)) (not fallback) (not (= chosen (here root)))))
; two routes with different ports on the path, none of them the default
(assert (let ((p1 (entry hop1)) (p2 (entry hop2)))
  (and (xor (= p1 (some eth)) (= p2 (some eth)))
       (=> ((_ is some) p1) ((_ is some) p2))
       (or (= p1 (some wlan)) (= p2 (some wlan))))))
; an update replaces the left part of the root and must not lose the route
(assert (and ((_ is node) copy) (= (here copy) (here root)) (distinct copy root)
             (or (= (zero copy) (zero root)) (= (one copy) (one root)))
             (= (follow copy addr) hop1)))
(assert (=> ((_ is o) addr) (not (= (one root) empty))))
(check-sat)
(exit)
