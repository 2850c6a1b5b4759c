//! The page in a browser: headless Chromium, where it is installed.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::{corpus, run};
use crate::support::{Work, skip};

/// The browser; `None` where there is none.
fn chromium() -> Option<PathBuf> {
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let path = std::env::var_os("PATH")?;
    let mut all = std::env::split_paths(&path).flat_map(|folder| names.map(|n| folder.join(n)));
    let result = all.find(|program| program.is_file());
    if result.is_none() {
        skip("chromium", "there is no Chromium");
    }
    result
}

/// Runs the browser on a file and returns its standard output.
fn browse(browser: &Path, work: &Work, args: &[&str], file: &Path) -> String {
    let profile = work.path().join("profile");
    let output = Command::new(browser)
        .args([
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
        ])
        .args(["--allow-file-access-from-files", "--window-size=1200,700"])
        .args([
            "--virtual-time-budget=8000",
            "--no-first-run",
            "--enable-logging=stderr",
        ])
        .arg(format!("--user-data-dir={}", profile.display()))
        .args(args)
        .arg(format!("file://{}", file.display()))
        .output()
        .expect("the browser runs");
    // Errors of scripts, and what the policy refused.
    let stderr = String::from_utf8_lossy(&output.stderr);
    let errors: Vec<&str> = stderr
        .lines()
        .filter(|line| line.contains("CONSOLE"))
        .collect();
    assert!(errors.is_empty(), "{errors:?}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A page that opens `report.html` in a frame, does `steps` in it and writes what it saw into its own text.
fn harness(work: &Work, steps: &str) -> PathBuf {
    let page = format!(
        "<!doctype html><iframe id=f src=report.html width=1200 height=700></iframe><pre id=o></pre><script>
        var f = document.getElementById('f'), said = [];
        f.addEventListener('load', function () {{
          var w = f.contentWindow, d = w.document;
          w.addEventListener('error', function (e) {{ said.push('error ' + e.message); }});
          d.addEventListener('securitypolicyviolation', function (e) {{ said.push('violation ' + e.violatedDirective); }});
          w.alert = function () {{ said.push('dialog'); }};
          try {{ {steps} }} catch (e) {{ said.push('thrown ' + e); }}
          setTimeout(function () {{
            said.push('loaded ' + w.performance.getEntriesByType('resource').length);
            document.getElementById('o').textContent = 'BEGIN ' + said.join('; ') + ' END';
          }}, 1500);
        }});
        </script>"
    );
    let path = work.path().join("harness.html");
    std::fs::write(&path, page).unwrap();
    path
}

fn events(browser: &Path, work: &Work, steps: &str) -> String {
    let page = harness(work, steps);
    let dom = browse(browser, work, &["--dump-dom"], &page);
    let start = dom.find("BEGIN ").unwrap_or_else(|| panic!("{dom}")) + 6;
    let end = dom[start..].find(" END").unwrap();
    dom[start..start + end].to_owned()
}

#[test]
fn a_click_on_a_passage_shows_its_twin_and_nothing_is_loaded() {
    let Some(browser) = chromium() else { return };
    let work = corpus();
    run(
        &work,
        "--for copied-text --context 100000 --out report.html",
    );
    // The two sides of a passage are at different heights, so a click has to scroll.
    let result = events(
        &browser,
        &work,
        "var marks = d.querySelectorAll('#pair-1 mark[id]'), ok = 0, all = 0;
         marks.forEach(function (mark) {
           var side = mark.id.charAt(2), twin = d.getElementById('p1' + (side === 'a' ? 'b' : 'a') + mark.dataset.p);
           mark.click();
           var box = twin.getBoundingClientRect();
           all += 1;
           if (box.bottom > 0 && box.top < w.innerHeight && twin.classList.contains('hit')) ok += 1;
         });
         said.push('marks ' + (all > 1) + ' ' + (ok === all));
         var filter = d.getElementById('filter');
         filter.value = 'anna'; filter.dispatchEvent(new w.Event('input'));
         said.push('rows ' + d.querySelectorAll('table.pairs tbody tr').length);
         filter.value = ''; filter.dispatchEvent(new w.Event('input'));
         d.querySelectorAll('table.pairs th button')[3].click();
         said.push('sorted ' + d.querySelector('th[aria-sort]').getAttribute('aria-sort'));",
    );
    assert_eq!(
        result,
        "marks true true; rows 2; sorted descending; loaded 0"
    );
}

#[test]
fn hostile_names_and_texts_do_nothing_in_a_browser() {
    let Some(browser) = chromium() else { return };
    let work = Work::new();
    let payloads = [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "\"><svg onload=alert(1)>",
        "</style></script><iframe srcdoc='<script>parent.alert(1)</script>'>",
    ];
    let words = crate::support::words(3, 80).join(" ");
    for (at, payload) in payloads.iter().enumerate() {
        let name = payload.replace('/', "∕");
        work.write(
            &format!("{at}{name}.txt"),
            format!("{payload} {words} {payload}"),
        );
    }
    run(&work, "--for copied-text --out report.html");
    let result = events(
        &browser,
        &work,
        "said.push('foreign ' + d.querySelectorAll('img, iframe, svg[onload], body script ~ script').length);
         said.push('scripts ' + d.scripts.length);
         said.push('names ' + d.body.textContent.includes('<img src=x onerror=alert(1)>'));",
    );
    assert_eq!(result, "foreign 0; scripts 1; names true; loaded 0");
}

#[test]
fn a_print_has_the_text_of_both_sides() {
    let Some(browser) = chromium() else { return };
    let work = corpus();
    run(&work, "--for copied-text --out report.html");
    let pdf = work.path().join("report.pdf");
    let print = format!("--print-to-pdf={}", pdf.display());
    browse(
        &browser,
        &work,
        &[&print, "--no-pdf-header-footer"],
        &work.path().join("report.html"),
    );
    let text = pdf_extract::extract_text(&pdf).expect("a PDF");
    let text: String = text.split_whitespace().collect();
    let shared: String = crate::support::words(90, 60)[20..40].concat();
    let both = text.matches(&shared).count();
    assert!(both >= 2, "{both}");
}

/// The file `axe.min.js` of axe-core, whose rules check the pages; `None` if the environment does not name it.
fn axe() -> Option<PathBuf> {
    let named = std::env::var_os("SHINGLESCOPE_AXE").map(PathBuf::from);
    if named.is_none() {
        skip("axe-core", "SHINGLESCOPE_AXE names no axe.min.js");
    }
    named
}

/// The violations that axe-core finds in the page: each rule with its impact and places. The page is checked without
/// its Content-Security-Policy, which would block axe-core.
fn violations(browser: &Path, work: &Work, axe: &Path, dark: bool) -> String {
    let page = std::fs::read_to_string(work.path().join("report.html")).unwrap();
    let begin = page
        .find("<meta http-equiv=\"Content-Security-Policy\"")
        .unwrap();
    let end = begin + page[begin..].find('>').unwrap() + 1;
    let last = page.rfind("</body>").unwrap();
    let checks = format!(
        "<script src=\"file://{}\"></script><script>
        document.querySelectorAll('details').forEach(function (one) {{ one.open = true; }});
        axe.run(document, {{ resultTypes: ['violations'] }}).then(function (found) {{
          var told = found.violations.map(function (rule) {{
            return rule.id + ' ' + rule.impact + ' ' + rule.nodes.map(function (node) {{ return node.target; }}).join(' ');
          }});
          var dark = matchMedia('(prefers-color-scheme: dark)').matches;
          var out = document.createElement('pre');
          out.textContent = 'BEGIN ' + (dark ? 'dark' : 'light') + ' ' + (found.passes.length > 20) + ': ' + told.join('; ') + ' END';
          document.body.append(out);
        }});
        </script>",
        axe.display()
    );
    let parts = [&page[..begin], &page[end..last], &checks, &page[last..]];
    let path = work.path().join("checked.html");
    std::fs::write(&path, parts.concat()).unwrap();
    let mut args = vec!["--dump-dom"];
    if dark {
        args.push("--blink-settings=preferredColorScheme=0");
    }
    let dom = browse(browser, work, &args, &path);
    let start = dom.rfind("BEGIN ").unwrap_or_else(|| panic!("{dom}")) + 6;
    let end = dom[start..].find(" END").unwrap();
    dom[start..start + end].to_owned()
}

#[test]
fn pages_violate_no_rule_of_axe_core_in_light_and_dark() {
    let (Some(browser), Some(axe)) = (chromium(), axe()) else {
        return;
    };
    let work = corpus();
    let pair = "essays/anna.txt essays/ben.txt";
    super::decide(&work, pair, "copied", "without quotation marks");
    for more in ["--for copied-text", "--anonymous"] {
        run(&work, &format!("{more} --out report.html --force"));
        for (dark, name) in [(false, "light"), (true, "dark")] {
            let result = violations(&browser, &work, &axe, dark);
            assert_eq!(result.trim_end(), format!("{name} true:"));
        }
    }
}
