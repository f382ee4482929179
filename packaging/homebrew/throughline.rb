# A template: `node scripts/release.ts --url URL` fills in what begins with @ and writes release/throughline.rb.
class Throughline < Formula
  desc "@description@"
  homepage "@homepage@"
  url "@url@"
  sha256 "@sha256@"
  version "@version@"
  license "MIT"

  depends_on "node"

  # The package contains its libraries, so there is nothing to install with npm.
  def install
    libexec.install Dir["*"]
    (bin/"throughline").write <<~SH
      #!/bin/sh
      exec "#{Formula["node"].opt_bin}/node" "#{libexec}/bin/throughline.js" "$@"
    SH
  end

  def caveats
    "Connect your coding agents: throughline setup"
  end

  test do
    assert_equal version.to_s, shell_output("#{bin}/throughline --version").strip
  end
end
