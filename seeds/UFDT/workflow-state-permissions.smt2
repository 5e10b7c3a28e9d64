; Document workflow with states as a datatype and permissions of actors.
(set-info :smt-lib-version 2.6)
(set-logic UFDT)
(set-info :source |Documents move between the states draft, review with an optional reviewer, and published. The model is a set of transition rights with which a document is published by someone who wrote it.|)
(set-info :category "crafted")
(set-info :status sat)
(declare-datatypes ((Actor 0) (Reviewer 0) (State 0)) (
  ((ida) (jon) (kim))
  ((nobody) (some (who Actor)))
  ((draft (author Actor)) (review (writer Actor) (by Reviewer)) (published (last Actor)))))
(declare-fun may_edit (Actor State) Bool)
(declare-fun may_publish (Actor State) Bool)
(declare-fun deputy (Actor) Actor)
(declare-fun step (State) State)
(declare-const s0 State)
(declare-const s1 State)
(declare-const s2 State)
(declare-const strict Bool)
(declare-const hasty Bool)

; authors edit their drafts, nobody edits published documents
(assert (forall ((a Actor) (b Actor)) (= (may_edit a (draft b)) (or (= a b) (= (deputy b) a)))))
(assert (forall ((a Actor) (b Actor)) (not (may_edit a (published b)))))
; only reviewers publish; in strict mode the writer may not be the reviewer
(assert (forall ((a Actor) (w Actor) (r Reviewer)) (= (may_publish a (review w r))
  (match r ((nobody false)
            ((some x) (and (= x a) (=> strict (distinct w a)))))))))
(assert (forall ((a Actor) (b Actor)) (not (may_publish a (draft b)))))
; deputies are other people, and no two people have the same deputy
(assert (forall ((a Actor)) (distinct (deputy a) a)))
(assert (forall ((a Actor) (b Actor)) (=> (= (deputy a) (deputy b)) (= a b))))
; a run of two steps
(assert (and (= s1 (step s0)) (= s2 (step s1))))
(assert (and ((_ is draft) s0) (not (= s0 s1)) ((_ is published) s2)))
(assert (ite hasty
  (= s1 (review (author s0) (some (author s0))))
  (and ((_ is review) s1) (= (writer s1) (author s0)) ((_ is some) (by s1)))))
(assert (=> ((_ is review) s1) (may_publish (last s2) s1)))
; the last editor is the author although the deputies form a cycle
(assert (= (last s2) (author s0)))
(assert (or (= (deputy ida) jon) (and (= (deputy kim) ida) (not hasty))))
(assert (xor strict (exists ((a Actor)) (and (may_edit a s0) (may_edit a (draft (last s2)))))))
(assert (= hasty (= (by s1) (some (deputy (deputy (deputy (author s0))))))))
(assert (=> (= (author s0) ida) (not (may_edit jon s0))))
(check-sat)
(exit)
