//! Names the commit that a release is built from.

use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=SHINGLESCOPE_COMMIT");
    let preset = std::env::var("SHINGLESCOPE_COMMIT").ok();
    // A build for development would be made again after each commit.
    let release = std::env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let commit = preset.or_else(|| release.then(commit).flatten());
    if release {
        println!("cargo:rerun-if-changed=../.git/logs/HEAD");
    }
    println!(
        "cargo:rustc-env=SHINGLESCOPE_COMMIT={}",
        commit.unwrap_or_default()
    );
}

/// The commit that is checked out; `None` without git or outside a repository.
fn commit() -> Option<String> {
    let output = Command::new("git")
        .args(["rev-parse", "--short=10", "HEAD"])
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let text = text.trim();
    (output.status.success() && !text.is_empty()).then(|| text.to_owned())
}
