//! The page of `storm report` in a browser: nothing is wider than the window, no texts lie on each other, every text has
//! enough contrast, in light and dark, on a phone and on a desk, and nothing is run or loaded.
//!
//! The browser is Chromium, without a driver: a script that is put into a copy of the page measures it and sends what is
//! wrong to the page around it, which the browser prints as text. STORM_CHROMIUM names another browser. Without one, the
//! tests are ignored, and say so.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test ends where something is wrong

mod browser;
mod results;

use std::process::ExitCode;

use browser::{Scheme, chromium, complaints};
use libtest_mimic::{Arguments, Completion, Trial};
use smt_storm::report::{html, sections};

/// A phone and a desk, in pixels.
const WIDTHS: [u32; 2] = [375, 1280];

fn main() -> ExitCode {
    let tests = vec![
        test("every_page_is_legible_in_light_and_dark", every_page_is_legible),
        test("what_is_wrong_with_a_page_is_seen", what_is_wrong_is_seen),
    ];
    libtest_mimic::run(&Arguments::from_args(), tests).exit_code()
}

/// A test that is ignored where there is no browser.
fn test(name: &'static str, body: fn()) -> Trial {
    Trial::ignorable_test(name, move || {
        if chromium().is_none() {
            return Ok(Completion::ignored_with("no chromium in PATH; STORM_CHROMIUM names another browser"));
        }
        body();
        Ok(Completion::Completed)
    })
}

fn every_page_is_legible() {
    let mut pages: Vec<(&str, String)> =
        results::reports().map(|(name, report)| (name, html::write(&sections::document(&report)))).into();
    pages.push(("history", html::write(&sections::history(&results::nights()))));
    for scheme in [Scheme::Light, Scheme::Dark] {
        let wrong = complaints(&pages, &WIDTHS, scheme);
        assert!(wrong.is_empty(), "{scheme:?}: {wrong:#?}");
    }
}

fn what_is_wrong_is_seen() {
    let page = |body: &str| {
        format!(
            "<!doctype html><html><head><title>bad</title></head><body style=\"margin:0;background:#fff;color:#000\">{body}</body></html>"
        )
    };
    let bad = [
        ("wide", "wider than the window", "<div style=\"width:5000px\">wide</div>"),
        ("pale", "contrast", "<p style=\"color:#999;background:#aaa\">pale</p>"),
        (
            "overlapping",
            "overlap",
            "<svg width=\"90\" height=\"30\"><text x=\"5\" y=\"15\">one</text><text x=\"9\" y=\"17\">two</text></svg>",
        ),
        ("cut", "outside", "<svg width=\"90\" height=\"30\"><text x=\"80\" y=\"15\">too long</text></svg>"),
        ("loading", "refused", "<img src=\"https://localhost:9/x.png\" alt=\"\">"),
        ("throwing", "error", "<script>throw new Error('thrown')</script>"),
    ];
    for (name, complaint, body) in bad {
        let wrong = complaints(&[(name, page(body))], &WIDTHS, Scheme::Light);
        assert!(wrong.iter().any(|text| text.contains(complaint)), "{name}: {wrong:#?}");
    }
    let dark = "<style>@media (prefers-color-scheme: dark) { p { color: #333; background: #000 } }</style><p>dark</p>";
    let wrong = |scheme| complaints(&[("dark", page(dark))], &WIDTHS, scheme);
    assert_eq!((wrong(Scheme::Light).len(), wrong(Scheme::Dark).len()), (0, WIDTHS.len()));
    let fine = complaints(&[("fine", page("<p>fine</p>"))], &WIDTHS, Scheme::Light);
    assert!(fine.is_empty(), "{fine:#?}");
}
