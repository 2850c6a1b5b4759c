//! `scale`: starts the job of `assets/spark` by `spark-submit`, after checks of errors that Spark would report late or
//! not at all.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

use anyhow::{Context, bail, ensure};
use clap::Args;
use include_dir::{Dir, include_dir};

use super::context::{CommandContext, RunCommand};
use super::settings::{PairSearchArgs, SettingsArgs};
use crate::config::{self, AnalysisConfig};
use crate::term::signals::Forwarding;
use crate::worker::JobSettings;

/// A pair search on Apache Spark.
#[derive(Clone, Debug, Args)]
pub struct ScaleCommand {
    /// A Parquet file, or a folder of them, which the nodes can reach: a path or a URL
    #[arg(value_name = "INPUT")]
    pub input: String,
    /// Folder of the job, which the nodes can reach: a path or a URL
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub out: String,
    /// Continue the job in --out, with the same options
    #[arg(long, help_heading = "Running")]
    pub resume: bool,
    /// Master of Spark: spark://HOST:PORT, yarn, k8s://URL, or `local[N,4]` for N tasks here
    #[arg(
        long,
        value_name = "URL",
        default_value = "local[*,4]",
        help_heading = "Running"
    )]
    pub master: String,
    /// An argument for spark-submit, such as --conf=spark.executor.memory=8g; may be repeated
    #[arg(
        long,
        value_name = "WORD",
        allow_hyphen_values = true,
        help_heading = "Running"
    )]
    pub spark: Vec<String>,
    /// Settings of terms and sketches.
    #[command(flatten)]
    pub settings: SettingsArgs,
    /// How pairs are found.
    #[command(flatten)]
    pub pair_search: PairSearchArgs,
}

/// The Python package of the job.
static PACKAGE: Dir<'static> =
    include_dir!("$CARGO_MANIFEST_DIR/assets/spark/src/shinglescope_spark");

/// The program that Spark runs.
const MAIN: &str = "from shinglescope_spark.__main__ import main\n\nmain()\n";

impl RunCommand for ScaleCommand {
    fn run(&self, context: &CommandContext<'_>) -> anyhow::Result<()> {
        context.check_steps("scale", &self.pair_search)?;
        let (settings, pair_search) = (self.settings.settings(), &self.pair_search);
        let method_config = pair_search.method_config(&settings.sketching)?;
        // Checks the settings here, so that an error is shown at once.
        JobSettings::new(settings.clone(), &method_config, pair_search.threshold)?;
        let config = AnalysisConfig {
            settings,
            method_config,
            ..AnalysisConfig::default()
        };
        check_out(self)?;
        check_java()?;
        let submit = spark_submit()?;
        let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
        let main = folder.path().join("main.py");
        let package = folder.path().join("shinglescope_spark");
        let result = std::fs::create_dir(&package)
            .and_then(|()| PACKAGE.extract(&package))
            .and_then(|()| std::fs::write(&main, MAIN));
        result.with_context(|| format!("cannot write {}", folder.path().display()))?;
        let program =
            std::env::current_exe().context("cannot find this program, which the nodes need")?;
        let mut child = Command::new(&submit)
            .args(["--master", &self.master])
            .args(&self.spark)
            .arg(main)
            .args(["run", &self.input, "--out", &self.out, "--program"])
            .arg(program)
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
            "the job has failed ({status}); see its messages above. Complete parts in {} remain: the same command with --resume continues",
            self.out
        );
        Ok(())
    }
}

/// Refuses an existing output folder, unless its job is resumed. Only local paths are checked here; the job checks
/// URLs.
fn check_out(args: &ScaleCommand) -> anyhow::Result<()> {
    let out = &args.out;
    if out.contains("://") {
        return Ok(());
    }
    let exists = Path::new(out).try_exists();
    let exists = exists.with_context(|| format!("cannot look at {out}"))?;
    match (exists, args.resume) {
        (true, false) => bail!(
            "{out} exists and was left as it is: give another --out, or --resume to continue the job in it"
        ),
        (false, true) => bail!("there is no job in {out} to continue; remove --resume"),
        _ => Ok(()),
    }
}

fn check_java() -> anyhow::Result<()> {
    let java = program_in("JAVA_HOME", "java");
    ensure!(
        status(&java, "-version").is_ok_and(|status| status.success()),
        "Spark needs Java 17 or later, and {} does not run; install a JDK, or set JAVA_HOME",
        java.display()
    );
    Ok(())
}

/// The program that submits jobs, after a test run.
fn spark_submit() -> anyhow::Result<PathBuf> {
    let submit = program_in("SPARK_HOME", "spark-submit");
    match status(&submit, "--version") {
        Ok(status) if status.success() => Ok(submit),
        Ok(status) => bail!("{} --version fails ({status})", submit.display()),
        Err(error) if error.kind() == ErrorKind::NotFound => bail!(
            "there is no {}; install it with `pip install pyspark pyarrow pandas`, or set SPARK_HOME",
            submit.display()
        ),
        Err(error) => Err(error).with_context(|| format!("cannot run {}", submit.display())),
    }
}

/// The program in the folder `bin` of the folder that `variable` names, or on the PATH.
fn program_in(variable: &str, program: &str) -> PathBuf {
    let home = std::env::var_os(variable).map(PathBuf::from);
    home.map_or_else(|| program.into(), |home| home.join("bin").join(program))
}

/// Runs a program with one argument and returns its exit status.
fn status(program: &Path, argument: &str) -> std::io::Result<ExitStatus> {
    let mut command = Command::new(program);
    command.arg(argument).stdin(Stdio::null());
    command.stdout(Stdio::null()).stderr(Stdio::null()).status()
}
