//! The evidence in a snapshot: the script, and the proof that it is satisfiable or that a printed model is wrong.

use std::path::{Path, PathBuf};

use crate::bugs::snapshot::{Info, Snapshot, SnapshotError, name_in};
use crate::process::quotation::without_controls;
use crate::smtlib::instance::{Expected, Instance};
use crate::smtlib::{Names, ReadError};
use crate::solver::answer::Answer;
use crate::witness::{Detached, Refutation, certificate, certificate_of_claim, detach, exhaustive};

/// The evidence for a failure.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// The name of the file without its extension.
    pub name: String,
    /// The header.
    pub info: Info,
    /// The script; for a failure that only a session shows, all scripts of the session.
    pub instance: Instance,
    /// The witness of the failing check, one definition per line; empty if there is none.
    pub definitions: String,
    /// Definitions under which an assertion is false, if the solver printed such a model.
    pub model: Option<String>,
    /// What the solver printed beside its answer, if that is the failure, unless it is a model, and what refutes it.
    pub(crate) claim: Option<Refutation>,
    /// The witnesses of checks, if they have separate ones: each with its checks, from 0.
    pub witnesses: Vec<(Vec<usize>, String)>,
}

/// The reason why a snapshot cannot be used.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum EvidenceError {
    #[error("{}: no such file; give the path of a snapshot, or its name", .0.display())]
    Missing(PathBuf),
    /// It cannot be read.
    #[error(transparent)]
    Snapshot(#[from] SnapshotError),
    #[error("{}: its contents are not SMT-LIB ({error}); restore it from version control", path.display())]
    Script { path: PathBuf, error: ReadError },
    #[error("{}: no witness after the script; restore it from version control", .0.display())]
    NoWitness(PathBuf),
    #[error(
        "{}: only a session shows this failure, so it has several scripts and no certificate; use `storm \
         replay` or `storm issue`",
        .0.display()
    )]
    SessionOnly(PathBuf),
}

impl Evidence {
    /// Reads a snapshot.
    ///
    /// # Errors
    /// There is none, or it was edited.
    pub fn read(path: &Path) -> Result<Evidence, EvidenceError> {
        let stored = Snapshot::unedited(path)?.ok_or_else(|| EvidenceError::Missing(path.to_owned()))?;
        let unreadable = |error| EvidenceError::Script { path: path.to_owned(), error };
        let detached = detach(&stored.contents).map_err(unreadable)?;
        let instance = detached.instance().map_err(unreadable)?;
        let Detached { witnesses: attached, model, claim, is_open, unsat, .. } = detached;
        // A reduced script ends with the failing check.
        let of_failing = match instance.last_judged() {
            Some(last) => attached.iter().find(|one| one.is_of(last)),
            None => attached.first(),
        };
        let definitions = of_failing.map(|one| one.definitions.clone());
        let definitions = definitions.or((is_open || !unsat.is_empty()).then(String::new));
        let definitions = definitions.ok_or_else(|| EvidenceError::NoWitness(path.to_owned()))?;
        let witnesses = attached.into_iter().filter_map(|one| Some((one.checks?, one.definitions))).collect();
        Ok(Evidence {
            name: name_of(path),
            info: stored.info,
            instance,
            definitions,
            model,
            claim,
            witnesses,
        })
    }

    /// Reads a snapshot of a failure that a process of its own shows.
    ///
    /// # Errors
    /// See [`Evidence::read`]. Also fails if only a session shows the failure.
    pub fn read_alone(path: &Path) -> Result<Evidence, EvidenceError> {
        let evidence = Evidence::read(path)?;
        match evidence.info.session {
            None => Ok(evidence),
            Some(_) => Err(EvidenceError::SessionOnly(path.to_owned())),
        }
    }

    /// Returns the right answer to the certificate: a witness satisfies the script, values satisfy a wrong core, refute a
    /// wrong step or beat an optimum, and a wrong model does not satisfy the script.
    pub(crate) fn certified(&self) -> Answer {
        let is_unsat = match &self.claim {
            Some(claim) => claim.refuted.certified() == Expected::Unsat,
            None => self.is_open() || self.is_unsatisfiable(),
        };
        if is_unsat { Answer::Unsat } else { Answer::Sat }
    }

    /// Whether nothing satisfies what is in force at the last judged check.
    pub fn is_unsatisfiable(&self) -> bool {
        self.instance.last_judged().is_some_and(|last| self.instance.expected(last) == Expected::Unsat)
    }

    /// Whether no witness is known, so that any answer may be right.
    pub fn is_open(&self) -> bool {
        self.instance.last_judged().is_none()
    }

    /// Returns the assertions with the definitions of the witness instead of declarations, or, where none is known,
    /// with those of the wrong model; for an unsatisfiable script, its expansion; for what else the solver printed, such as
    /// a core or an optimum, what decides about that. `None` if there is none of these.
    ///
    /// # Errors
    /// The script cannot be parsed.
    pub fn certificate(&self) -> Result<Option<String>, ReadError> {
        let names = Names::collect(&self.instance.problem()?.script);
        if let Some(claim) = &self.claim {
            return Ok(certificate_of_claim(&self.instance, claim));
        }
        if self.is_open() {
            let last = self.instance.last_check();
            let in_force = self.instance.assertions_at(&[last])?;
            return Ok(self.model.as_ref().map(|model| certificate(&names, &in_force, model)));
        }
        if let Some(last) = self.instance.last_judged().filter(|_| self.is_unsatisfiable()) {
            return Ok(Some(exhaustive::expansion(&self.instance, last)));
        }
        let text = match self.instance.last_judged().filter(|_| !self.witnesses.is_empty()) {
            // The certificate covers only the assertions in force at this check.
            Some(last) => certificate(&names, &self.instance.assertions_at(&[last])?, &self.definitions),
            None => certificate(&names, &self.instance, &self.definitions),
        };
        Ok(Some(text))
    }

    /// Returns the checks without a known witness, counted from 0.
    pub fn open(&self) -> Vec<usize> {
        (0..self.instance.checks()).filter(|&check| !self.instance.is_judged(check)).collect()
    }

    /// Returns the argument of `set-logic`.
    pub fn logic(&self) -> Option<&str> {
        self.instance.logic()
    }
}

/// Returns a text of a header on one line, without control characters, because headers are untrusted.
pub(crate) fn one_line(text: &str) -> String {
    without_controls(text, ' ')
}

/// Returns the name of a snapshot's file without its extension, which its accepted and pending files share.
fn name_of(path: &Path) -> String {
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    name_in(&file).unwrap_or(&file).to_owned()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// Creates a snapshot with these contents from one that is checked in.
    pub(crate) fn snapshot(contents: &str) -> (tempfile::TempDir, PathBuf) {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots/z3__crash__bd5ff6a7.snap");
        let info = Snapshot::verified(&source).unwrap().unwrap().info;
        let Snapshot { info, contents } = Snapshot::new(info, contents);
        let header = crate::matrix::to_yaml(&BTreeMap::from([("info", info)])).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("one.snap.new");
        std::fs::write(&path, format!("---\n{header}---\n{contents}")).unwrap();
        (folder, path)
    }

    #[test]
    fn the_witness_is_what_follows_the_script() {
        let (_folder, path) = snapshot(
            "(set-logic QF_SLIA)\n(declare-fun s () String)\n(assert (= s \"\n; Expected: sat.\n; no\"))\n(check-sat)\n\
             ; Instead: crash.\n; Expected: sat. Satisfied by this witness (x):\n; (define-fun s () String \"\n; \n; a\")\n\
             ; Remark: none\n",
        );
        let evidence = Evidence::read(&path).unwrap();
        assert_eq!((evidence.name.as_str(), evidence.logic()), ("one", Some("QF_SLIA")));
        assert_eq!(evidence.definitions, "(define-fun s () String \"\n\na\")\n");
        assert_eq!(
            evidence.certificate().unwrap().unwrap(),
            "(set-logic ALL)\n(define-fun s () String \"\n\na\")\n(assert (= s \"\n; Expected: sat.\n; no\"))\n(check-sat)\n"
        );
    }

    #[test]
    fn the_certificate_is_that_of_the_check_that_fails() {
        let (_folder, path) = snapshot(
            "(set-logic QF_LIA)\n(declare-fun n () Int)\n(push 1)\n(assert (> n 8))\n(check-sat)\n(pop 1)\n\
             (assert (distinct n n))\n(check-sat)\n(reset-assertions)\n(assert (< n 3))\n(check-sat)\n\
             ; Expected: sat at check-sat 1. Satisfied by this witness (x):\n; (define-fun n () Int 9)\n\
             ; Expected: sat at check-sat 3. Satisfied by this witness (x):\n; (define-fun n () Int 2)\n\
             ; Not judged: check-sat 2, of which no witness is known.\n",
        );
        let evidence = Evidence::read(&path).unwrap();
        assert_eq!((evidence.open(), evidence.witnesses.len()), (vec![1], 2));
        assert_eq!(
            evidence.certificate().unwrap().unwrap(),
            "(set-logic ALL)\n(define-fun n () Int 2)\n(assert (< n 3))\n(check-sat)\n"
        );
    }

    #[test]
    fn a_wrong_model_is_its_own_proof() {
        let (_folder, path) = snapshot(
            "(declare-fun n () Int)\n(push 1)\n(assert (> n 8))\n(pop 1)\n(assert (< n 3))\n(check-sat)\n(get-model)\n\
             ; Instead: invalid model.\n; Printed model, under which this is false: (assert (< n 3))\n\
             ; (define-fun n () Int 9)\n\
             ; Expected: any answer; sat needs a model that satisfies the script.\n",
        );
        let evidence = Evidence::read(&path).unwrap();
        assert!(evidence.is_open() && evidence.certified() == Answer::Unsat);
        assert_eq!(
            evidence.certificate().unwrap().unwrap(),
            "(set-logic ALL)\n(define-fun n () Int 9)\n(assert (< n 3))\n(check-sat)\n"
        );
    }

    #[test]
    fn what_is_of_no_use_says_why() {
        let error = |contents: &str| {
            let (_folder, path) = snapshot(contents);
            Evidence::read(&path).unwrap_err().to_string()
        };
        assert!(error("(check-sat)\n").contains("no witness after the script"));
        assert!(error("(check-sat\n").contains("not SMT-LIB"));
        assert!(Evidence::read(Path::new("/none.snap")).unwrap_err().to_string().contains("no such file"));
        let (_folder, path) = snapshot("(check-sat)\n; Expected: sat. (x):\n");
        let error = Evidence::read_alone(&path).unwrap_err().to_string();
        assert!(error.contains("only a session shows"), "{error}");
    }
}
