//! Chromium without a window, and what it finds wrong with a page.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// What the browser may take for some pages.
const LIMIT: Duration = Duration::from_secs(120);
/// Names that Chromium goes by.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];
/// The policy of the copies: what measures them may run, and nothing may be loaded, as on the page itself.
const POLICY: &str = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
                      style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">";

/// The colours that are asked for.
#[derive(Clone, Copy, Debug)]
pub enum Scheme {
    Light,
    Dark,
}

/// The browser, if there is one.
pub fn chromium() -> Option<PathBuf> {
    let named = std::env::var_os("STORM_CHROMIUM").filter(|name| !name.is_empty()).map(PathBuf::from);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut installed = std::env::split_paths(&path).flat_map(|folder| NAMES.map(|name| folder.join(name)));
    named.or_else(|| installed.find(|file| file.is_file()))
}

/// What is wrong with some pages, each in windows of these widths; the name of the page and the width come first.
pub fn complaints(pages: &[(&str, String)], widths: &[u32], scheme: Scheme) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let mut frames = String::new();
    for (name, page) in pages {
        fs::write(folder.path().join(format!("{name}.html")), measured(page)).unwrap();
        for width in widths {
            let style = format!("width:{width}px;height:900px;border:0");
            frames +=
                &format!("<iframe name=\"{name} {width}\" src=\"{name}.html\" style=\"{style}\"></iframe>\n");
        }
    }
    let around = include_str!("around.html").replace("FRAMES", &frames);
    let file = folder.path().join("around.html");
    fs::write(&file, around).unwrap();
    let text = dump(&file, folder.path().join("profile"), scheme);
    let said: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("measured ")).collect();
    assert_eq!(said.len(), pages.len() * widths.len(), "not all pages were measured:\n{text}");
    let list = text.lines().filter_map(|line| line.strip_prefix("wrong "));
    list.map(str::to_owned).collect()
}

/// The page with the script that measures it.
fn measured(page: &str) -> String {
    let own = page.find("<meta http-equiv=\"Content-Security-Policy\"");
    let end = own.and_then(|start| Some(start + page[start..].find('>')? + 1));
    let without = match (own, end) {
        (Some(start), Some(end)) => [&page[..start], &page[end..]].concat(),
        _ => page.to_owned(),
    };
    let script = format!("<head>{POLICY}<script>{}</script>", include_str!("measure.js"));
    without.replacen("<head>", &script, 1)
}

/// The text of the document once everything has run.
fn dump(file: &std::path::Path, profile: PathBuf, scheme: Scheme) -> String {
    let scheme = match scheme {
        Scheme::Light => "preferredColorScheme=1",
        Scheme::Dark => "preferredColorScheme=0",
    };
    let output = file.with_extension("txt");
    let mut browser = Command::new(chromium().unwrap())
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"])
        .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
        .args(["--window-size=1400,900", "--virtual-time-budget=20000", "--dump-dom"])
        .arg(format!("--blink-settings={scheme}"))
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg(format!("file://{}", file.display()))
        .stdin(Stdio::null())
        .stdout(fs::File::create(&output).unwrap())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let started = Instant::now();
    while browser.try_wait().unwrap().is_none() {
        if started.elapsed() > LIMIT {
            browser.kill().unwrap();
            browser.wait().unwrap();
            panic!("the browser does not end");
        }
        sleep(Duration::from_millis(20));
    }
    fs::read_to_string(output).unwrap()
}
