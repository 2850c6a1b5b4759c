# Homebrew formula; `url` and `sha256` are filled in for a release.
class Shinglescope < Formula
  desc "Explorer of near-duplicate documents for the terminal"
  license any_of: ["MIT", "Apache-2.0"]
  head "file:///path/to/shinglescope", using: :git

  depends_on "rust" => :build

  def install
    system "cargo", "install", "--profile", "dist", *std_cargo_args
    (man1/"shinglescope.1").write Utils.safe_popen_read(bin/"shinglescope", "man")
    generate_completions_from_executable(bin/"shinglescope", "completions",
                                         shells: [:bash, :zsh, :fish], shell_parameter_format: :arg)
  end

  test do
    (testpath/"a.txt").write "a rose is a rose is a rose and that is how it goes\n"
    (testpath/"b.txt").write "a rose is a rose is a rose and that is how it went\n"
    assert_match "a.txt", shell_output("#{bin}/shinglescope pairs #{testpath} --in-memory --threshold .5")
  end
end
