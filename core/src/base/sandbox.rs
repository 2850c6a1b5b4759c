//! Rights of a process that parses untrusted files: it may compute, read its input and write its output. The kernel
//! limits memory, time and the size of files. On Linux (x86-64 and aarch64) a filter refuses all other system calls:
//! the process cannot open a file, connect or start a program. If the kernel has no such filter, only the limits
//! apply.

/// Maximum address space of a child process, in bytes.
pub const MEMORY: u64 = 1 << 30;

/// Gives up all rights that parsing does not need. Features that the platform lacks are skipped.
pub fn enter() {
    use rustix::process::{Resource, Rlimit, setrlimit};
    let limit = |resource, maximum| {
        let limit = Rlimit {
            current: Some(maximum),
            maximum: Some(maximum),
        };
        // A lower existing limit stays in force.
        let _ = setrlimit(resource, limit);
    };
    limit(Resource::As, MEMORY);
    limit(Resource::Fsize, 0);
    limit(Resource::Core, 0);
    #[cfg(all(
        target_os = "linux",
        any(target_arch = "x86_64", target_arch = "aarch64")
    ))]
    filter_system_calls();
}

/// Limits the CPU time from now on: the kernel then ends a child process that no parent can end any more.
pub fn limit(seconds: u32) {
    use rustix::process::{Resource, Rlimit, setrlimit};
    let used = super::process::cpu_seconds() as u64;
    let limit = Rlimit {
        current: Some(used + u64::from(seconds) + 2),
        maximum: None,
    };
    let _ = setrlimit(Resource::Cpu, limit);
}

/// From now on, all system calls except the listed ones fail with EPERM.
#[cfg(all(
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64")
))]
fn filter_system_calls() {
    use seccompiler::{BpfProgram, SeccompAction, SeccompFilter};
    let allowed = [
        libc::SYS_read,
        libc::SYS_readv,
        libc::SYS_write,
        libc::SYS_writev,
        libc::SYS_close,
        libc::SYS_mmap,
        libc::SYS_munmap,
        libc::SYS_mremap,
        libc::SYS_mprotect,
        libc::SYS_madvise,
        libc::SYS_brk,
        libc::SYS_futex,
        libc::SYS_rt_sigaction,
        libc::SYS_rt_sigprocmask,
        libc::SYS_rt_sigreturn,
        libc::SYS_sigaltstack,
        libc::SYS_restart_syscall,
        libc::SYS_getpid,
        libc::SYS_gettid,
        libc::SYS_tgkill,
        libc::SYS_getrandom,
        libc::SYS_clock_gettime,
        libc::SYS_clock_nanosleep,
        libc::SYS_nanosleep,
        libc::SYS_sched_yield,
        libc::SYS_sched_getaffinity,
        libc::SYS_prlimit64,
        libc::SYS_exit,
        libc::SYS_exit_group,
    ];
    let rules = allowed.into_iter().map(|call| (call, vec![])).collect();
    let arch = std::env::consts::ARCH.try_into();
    let Ok(arch) = arch else { return };
    let refused = SeccompAction::Errno(libc::EPERM as u32);
    let filter = SeccompFilter::new(rules, refused, SeccompAction::Allow, arch);
    let program = filter.and_then(BpfProgram::try_from);
    if let Ok(program) = program {
        // A kernel without filters returns an error; the limits still apply.
        let _ = seccompiler::apply_filter(&program);
    }
}

#[cfg(test)]
#[cfg(all(
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64")
))]
mod tests {
    use std::io::ErrorKind;

    #[test]
    fn the_filter_refuses_to_open_files_connect_or_start_programs() {
        // The filter applies to the calling thread.
        let refused = std::thread::spawn(|| {
            super::filter_system_calls();
            [
                std::fs::File::open("/").err(),
                std::fs::write("/dev/null", "x").err(),
                std::net::TcpListener::bind("127.0.0.1:0").err(),
                std::net::UdpSocket::bind("127.0.0.1:0").err(),
                std::os::unix::net::UnixDatagram::unbound().err(),
                std::process::Command::new("true").spawn().err(),
            ]
            .map(|error| error.map(|error| error.kind()))
        });
        let refusals = refused.join().unwrap();
        assert_eq!(refusals, [Some(ErrorKind::PermissionDenied); 6]);
    }
}
