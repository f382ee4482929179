/**
 * Installs a released program from npm, by exact version, for the tests that run it: a coding agent,
 * or a checker of MCP servers. It lives in a cache folder of its own and never becomes a dependency
 * of this package.
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

interface Client {
  readonly package: string
  readonly version: string
  /**
   * Under `node_modules`; `{platform}` is the platform as npm packages name it, `{target}` the same
   * with the C library where it is not the usual one, `{triple}` as Rust names it.
   */
  readonly binary: string
}

const clients: Record<string, Client> = {
  'claude-code': {
    package: '@anthropic-ai/claude-code',
    version: '2.1.325',
    binary: '@anthropic-ai/claude-code-{target}/claude{exe}',
  },
  codex: {
    package: '@openai/codex',
    version: '0.166.0',
    binary: '@openai/codex-{platform}/vendor/{triple}/bin/codex{exe}',
  },
  opencode: {
    package: 'opencode-ai',
    version: '1.18.33',
    binary: 'opencode-{target}/bin/opencode{exe}',
  },
  // The rest are scripts, run by the Node at hand.
  gemini: {
    package: '@google/gemini-cli',
    version: '0.61.0',
    binary: '@google/gemini-cli/bundle/gemini.js',
  },
  'mcp-conformance': {
    package: '@modelcontextprotocol/conformance',
    version: '0.2.0-alpha.12',
    binary: '@modelcontextprotocol/conformance/dist/index.js',
  },
  'mcp-inspector': {
    package: '@modelcontextprotocol/inspector',
    version: '2.12.0',
    binary: '@modelcontextprotocol/inspector/clients/launcher/build/index.js',
  },
}

const installLimitMs = 300_000
const repository = resolve(import.meta.dirname, '..')

/**
 * The absolute path of the client's binary, installed first when it is missing. Any number of
 * processes may ask at once; each gets a whole installation.
 * @throws Error naming the client and the reason
 */
export async function installClient(name: string): Promise<string> {
  const client = clients[name]
  if (!client) {
    throw new Error(`unknown client "${name}"; known: ${Object.keys(clients).join(', ')}`)
  }
  const cache = clientCache()
  const folder = join(cache, `${name}-${client.version}`)
  const binary = join(folder, binaryPath(client))
  if (existsSync(binary)) return binary
  try {
    await mkdir(cache, { recursive: true })
    await installInto(folder, client)
  } catch (cause) {
    throw new Error(`${name} ${client.version} cannot be installed: ${reasonOf(cause)}`, { cause })
  }
  return binary
}

function clientCache(): string {
  const override = process.env.THROUGHLINE_CLIENT_CACHE
  return override ? resolve(override) : join(repository, 'node_modules', '.cache', 'clients')
}

async function installInto(folder: string, client: Client): Promise<void> {
  const partial = await mkdtemp(`${folder}.partial-`)
  try {
    await runNpm(partial, client)
    if (!existsSync(join(partial, binaryPath(client)))) {
      throw new Error(`the package brought no ${binaryPath(client)}`)
    }
    await moveIntoPlace(partial, folder, client)
  } finally {
    await rm(partial, { recursive: true, force: true })
  }
}

/** Whoever renames first wins; a folder without the binary is no installation and gives way. */
async function moveIntoPlace(partial: string, folder: string, client: Client): Promise<void> {
  try {
    await rename(partial, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
    if (existsSync(join(folder, binaryPath(client)))) return
    await rm(folder, { recursive: true, force: true })
    await rename(partial, folder)
  }
}

async function runNpm(folder: string, client: Client): Promise<void> {
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n')
  const wanted = `${client.package}@${client.version}`
  // Scripts are not needed: they only link the binary elsewhere.
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock']
  await promisify(execFile)(
    'npm',
    ['install', wanted, '--prefix', '.', '--cache', 'npm-cache', '--loglevel', 'error', ...options],
    {
      cwd: folder,
      env: environmentIn(folder),
      timeout: installLimitMs,
      shell: process.platform === 'win32',
    },
  )
  await rm(join(folder, 'npm-cache'), { recursive: true, force: true })
}

/** Of the user's home npm sees its own settings, for a proxy or a mirror, and nothing else. */
function environmentIn(folder: string): NodeJS.ProcessEnv {
  return {
    npm_config_userconfig: join(homedir(), '.npmrc'),
    ...process.env,
    HOME: folder,
    USERPROFILE: folder,
  }
}

function binaryPath(client: Client): string {
  const libc = process.platform === 'linux' && !hasGlibc() ? '-musl' : ''
  const platform = `${process.platform}-${process.arch}`
  const path = client.binary
    .replace('{platform}', platform)
    .replace('{target}', platform + libc)
    .replace('{triple}', rustTriple())
    .replace('{exe}', process.platform === 'win32' ? '.exe' : '')
  return join('node_modules', ...path.split('/'))
}

/** Programs for Linux are linked statically, so that they need no C library. */
function rustTriple(): string {
  const systems: Partial<Record<NodeJS.Platform, string>> = {
    darwin: 'apple-darwin',
    win32: 'pc-windows-msvc',
  }
  const processor = process.arch === 'arm64' ? 'aarch64' : 'x86_64'
  return `${processor}-${systems[process.platform] ?? 'unknown-linux-musl'}`
}

function hasGlibc(): boolean {
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } }
  return report.header?.glibcVersionRuntime !== undefined
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  const { killed, stderr } = cause as { killed?: boolean; stderr?: string }
  if (killed) return `npm took longer than ${installLimitMs / 1000} s`
  return sentenceOf(stderr ?? '') ?? cause.message
}

/** npm surrounds its one telling line with codes and a stack. */
function sentenceOf(npmErrors: string): string | undefined {
  return npmErrors
    .split('\n')
    .map((line) => line.replace(/^npm (error|ERR!) ?/, '').trim())
    .find((line) => line !== '' && !/^(code|syscall|errno|path|dest) /.test(line))
}

if (import.meta.main) {
  try {
    process.stdout.write(`${await installClient(process.argv[2] ?? '')}\n`)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exitCode = 1
  }
}
