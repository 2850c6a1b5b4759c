//! `scale`: starts the job of `assets/spark` by `spark-submit`, after checks whose failure Spark would report late or
//! not at all.

use std::io::ErrorKind;
use std::net::{TcpStream, ToSocketAddrs};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, bail, ensure};

use super::args::Scale;
use crate::config::{self, AnalysisConfig};
use crate::term::forward::Forwarding;
use crate::worker::Job;

/// Files of the job: name below the folder from which it is run, content.
const FILES: [(&str, &str); 9] = [
    (
        "main.py",
        "from shinglescope_spark.__main__ import main\n\nmain()\n",
    ),
    (
        "shinglescope_spark/__init__.py",
        include_str!("../../assets/spark/src/shinglescope_spark/__init__.py"),
    ),
    (
        "shinglescope_spark/__main__.py",
        include_str!("../../assets/spark/src/shinglescope_spark/__main__.py"),
    ),
    (
        "shinglescope_spark/components.py",
        include_str!("../../assets/spark/src/shinglescope_spark/components.py"),
    ),
    (
        "shinglescope_spark/folder.py",
        include_str!("../../assets/spark/src/shinglescope_spark/folder.py"),
    ),
    (
        "shinglescope_spark/job.py",
        include_str!("../../assets/spark/src/shinglescope_spark/job.py"),
    ),
    (
        "shinglescope_spark/source.py",
        include_str!("../../assets/spark/src/shinglescope_spark/source.py"),
    ),
    (
        "shinglescope_spark/steps.py",
        include_str!("../../assets/spark/src/shinglescope_spark/steps.py"),
    ),
    (
        "shinglescope_spark/worker.py",
        include_str!("../../assets/spark/src/shinglescope_spark/worker.py"),
    ),
];

/// How long a master may take to answer.
const ANSWER: Duration = Duration::from_secs(10);

/// Runs the job and waits for its end.
///
/// # Errors
/// No Java, no `spark-submit`, a master that does not answer, an output folder that exists, settings that the steps
/// have not; a job that fails, which has said why on standard error.
pub fn run(asked: &Scale) -> anyhow::Result<()> {
    let (settings, pair_search) = (asked.settings.settings(), &asked.pair_search);
    let method_config = pair_search.method_config(&settings.sketching)?;
    // Checks the settings where a message is seen at once.
    Job::new(settings.clone(), &method_config, pair_search.threshold)?;
    let config = AnalysisConfig {
        settings,
        method_config,
        ..AnalysisConfig::default()
    };
    check_out(asked)?;
    check_java()?;
    let submit = spark_submit(asked)?;
    check_master(&asked.master)?;
    let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
    for (name, content) in FILES {
        let path = folder.path().join(name);
        let parent = path.parent().unwrap_or(folder.path());
        let written = std::fs::create_dir_all(parent).and_then(|()| std::fs::write(&path, content));
        written.with_context(|| format!("cannot write {}", path.display()))?;
    }
    let own = std::env::current_exe().context("cannot find this program, which the nodes need")?;
    let mut child = Command::new(&submit)
        .args(["--master", &asked.master])
        .args(&asked.spark)
        .arg(folder.path().join("main.py"))
        .args(["run", &asked.input, "--out", &asked.out, "--program"])
        .arg(own)
        .args(["--text-column", config.settings.reading.text_name()])
        .args(["--id-column", config.settings.reading.id_name()])
        .arg("--")
        .args(config::arguments(&config, pair_search.threshold, &[]))
        .stdin(Stdio::null())
        .spawn()
        .with_context(|| format!("cannot start {}", submit.display()))?;
    let forwarding = Forwarding::to(&child).context("cannot pass signals on")?;
    let status = child.wait().context("cannot wait for spark-submit")?;
    drop(forwarding);
    ensure!(
        status.success(),
        "the job has failed ({status}); what it says stands above. What is whole in {} stays: the same command with --resume goes on",
        asked.out
    );
    Ok(())
}

/// Refuses an output folder that exists, unless the job in it is to go on. Only paths on this machine are looked at
/// here; the job looks at URLs.
fn check_out(asked: &Scale) -> anyhow::Result<()> {
    let out = &asked.out;
    if out.contains("://") {
        return Ok(());
    }
    let exists = Path::new(out)
        .try_exists()
        .with_context(|| format!("cannot look at {out}"))?;
    match (exists, asked.resume) {
        (true, false) => bail!(
            "{out} exists and was left as it is: give another --out, or --resume to go on with the job in it"
        ),
        (false, true) => bail!("there is no job in {out} to go on with; leave --resume out"),
        _ => Ok(()),
    }
}

fn check_java() -> anyhow::Result<()> {
    let home = std::env::var_os("JAVA_HOME").map(|home| PathBuf::from(home).join("bin/java"));
    let java = home.unwrap_or_else(|| "java".into());
    let ran = Command::new(&java)
        .arg("-version")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    match ran {
        Ok(status) if status.success() => Ok(()),
        _ => bail!(
            "Spark needs Java 17 or later, and {} does not run; install a JDK, or set JAVA_HOME",
            java.display()
        ),
    }
}

/// The program that submits jobs.
fn spark_submit(asked: &Scale) -> anyhow::Result<PathBuf> {
    let home =
        std::env::var_os("SPARK_HOME").map(|home| PathBuf::from(home).join("bin/spark-submit"));
    let submit = asked.spark_submit.clone().or(home);
    let submit = submit.unwrap_or_else(|| "spark-submit".into());
    let ran = Command::new(&submit)
        .arg("--version")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    match ran {
        Ok(status) if status.success() => Ok(submit),
        Ok(status) => bail!("{} --version fails ({status})", submit.display()),
        Err(error) if error.kind() == ErrorKind::NotFound => bail!(
            "there is no {}; install it with `pip install pyspark pyarrow pandas`, set SPARK_HOME, or name it by --spark-submit",
            submit.display()
        ),
        Err(error) => Err(error).with_context(|| format!("cannot run {}", submit.display())),
    }
}

/// Whether a standalone master answers; Spark would try for minutes. Others are not asked.
fn check_master(master: &str) -> anyhow::Result<()> {
    let Some(hosts) = master.strip_prefix("spark://") else {
        return Ok(());
    };
    // Several masters, of which one is active, have commas between them.
    let answers = |host: &str| {
        let mut places = host.to_socket_addrs().into_iter().flatten();
        places.any(|place| TcpStream::connect_timeout(&place, ANSWER).is_ok())
    };
    ensure!(
        hosts.split(',').any(answers),
        "the master {master} does not answer; start it, or correct --master"
    );
    Ok(())
}
