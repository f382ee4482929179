# A template: `node scripts/release.ts --url URL` fills in what begins with @ and writes release/flake.nix.
{
  description = "@description@";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs = { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" "x86_64-darwin" "aarch64-darwin" ];
      forEach = make: nixpkgs.lib.genAttrs systems (system: make nixpkgs.legacyPackages.${system});
    in {
      packages = forEach (pkgs: rec {
        default = throughline;
        # The package contains its libraries, so there is nothing to install with npm.
        throughline = pkgs.stdenvNoCC.mkDerivation {
          pname = "throughline";
          version = "@version@";
          src = pkgs.fetchurl {
            url = "@url@";
            hash = "@integrity@";
          };
          sourceRoot = "package";
          nativeBuildInputs = [ pkgs.makeWrapper ];
          installPhase = ''
            mkdir -p $out/lib/throughline $out/bin
            cp -r . $out/lib/throughline
            makeWrapper ${pkgs.nodejs_24}/bin/node $out/bin/throughline \
              --add-flags $out/lib/throughline/bin/throughline.js
          '';
          meta = {
            description = "@description@";
            license = pkgs.lib.licenses.mit;
            mainProgram = "throughline";
          };
        };
      });
    };
}
