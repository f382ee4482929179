import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { installClient, resolveClient, type Target } from '../scripts/install-client.ts'
import { makeTemporaryFolder } from './support/homes/temporary-folder.ts'

const linux: Target = { platform: 'linux', arch: 'x64', hasGlibc: true }
const arm: Target = { ...linux, arch: 'arm64' }

describe('the version of a client', () => {
  it('is the newest one with a build for the processor', () => {
    expect(resolveClient('opencode', linux).wanted).toBe('opencode-ai@1.18.33')
    expect(resolveClient('opencode', arm).wanted).toBe('opencode-ai@1.18.18')
  })

  it.each([
    'claude-code',
    'codex',
    'copilot',
    'gemini',
    'qwen',
    'mcp-conformance',
    'mcp-inspector',
  ] as const)('is the same on every processor for %s', (name) =>
    expect(resolveClient(name, arm).wanted).toBe(resolveClient(name, linux).wanted),
  )
})

describe('the program of a client', () => {
  it.each([
    [linux, 'codex', '@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex'],
    [arm, 'codex', '@openai/codex-linux-arm64/vendor/aarch64-unknown-linux-musl/bin/codex'],
    [linux, 'claude-code', '@anthropic-ai/claude-code-linux-x64/claude'],
    [arm, 'claude-code', '@anthropic-ai/claude-code-linux-arm64/claude'],
    [arm, 'opencode', 'opencode-linux-arm64/bin/opencode'],
    [{ ...arm, hasGlibc: false }, 'opencode', 'opencode-linux-arm64-musl/bin/opencode'],
    [linux, 'copilot', '@github/copilot-linux-x64/copilot'],
    [{ ...arm, hasGlibc: false }, 'copilot', '@github/copilot-linuxmusl-arm64/copilot'],
    [linux, 'qwen', '@qwen-code/qwen-code/cli-entry.js'],
    [arm, 'gemini', '@google/gemini-cli/bundle/gemini.js'],
  ] as const)('on %o of %s is %s', (target, name, binary) => {
    expect(resolveClient(name, target).binary).toBe(join('node_modules', binary))
  })
})

it('names client and processor when the package has no build for this machine', async () => {
  const folder = makeTemporaryFolder()
  // An npm that finds the package, but no optional dependency for this processor.
  writeFileSync(join(folder, 'npm'), '#!/bin/sh\n', { mode: 0o755 })
  setVariables({ PATH: folder, THROUGHLINE_CLIENT_CACHE: join(folder, 'cache') })
  expect(await installClient('codex')).toEqual({
    kind: 'no-build',
    reason: `Codex 0.166.0 has no build for ${process.platform} ${process.arch}`,
  })
})

it('lets a client run its own programs, which npm unpacks without that permission', async () => {
  const folder = makeTemporaryFolder()
  const client = 'node_modules/@qwen-code/qwen-code'
  const npm = `#!/bin/sh
/bin/mkdir -p ${client}/vendor/ripgrep/x64-linux
: >${client}/cli-entry.js
: >${client}/vendor/ripgrep/x64-linux/rg
`
  writeFileSync(join(folder, 'npm'), npm, { mode: 0o755 })
  setVariables({ PATH: folder, THROUGHLINE_CLIENT_CACHE: join(folder, 'cache') })
  const installed = await installClient('qwen')
  const binary = installed.kind === 'installed' ? installed.binary : ''
  const { mode } = statSync(join(binary, '../vendor/ripgrep/x64-linux/rg'))
  expect(mode & 0o111).toBe(0o111)
})

/** Until the test has finished. */
function setVariables(variables: Record<string, string>): void {
  const former = { ...process.env }
  Object.assign(process.env, variables)
  onTestFinished(() => {
    for (const name of Object.keys(variables)) delete process.env[name]
    Object.assign(process.env, former)
  })
}
