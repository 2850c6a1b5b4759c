{
  description = "Explorer of near-duplicate documents for the terminal";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs = { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" "x86_64-darwin" "aarch64-darwin" ];
      each = f: nixpkgs.lib.genAttrs systems (system: f nixpkgs.legacyPackages.${system});
    in
    {
      packages = each (pkgs: {
        default = pkgs.rustPlatform.buildRustPackage {
          pname = "shinglescope";
          version = "0.1.0";
          src = ./..;
          cargoLock.lockFile = ../Cargo.lock;
          nativeBuildInputs = [ pkgs.installShellFiles ];
          buildType = "dist";
          # The tests drive terminals and take minutes; CI runs them.
          doCheck = false;
          postInstall = ''
            $out/bin/shinglescope man > shinglescope.1
            installManPage shinglescope.1
            installShellCompletion --cmd shinglescope \
              --bash <($out/bin/shinglescope completions bash) \
              --zsh <($out/bin/shinglescope completions zsh) \
              --fish <($out/bin/shinglescope completions fish)
          '';
          meta.mainProgram = "shinglescope";
        };
      });
    };
}
