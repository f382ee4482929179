/**
 * Installs a released program from npm, by exact version, for the tests that run it: a coding agent,
 * or a checker of MCP servers. It lives in a cache folder of its own and never becomes a dependency
 * of this package.
 */
import { execFile } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

interface Client {
  readonly name: string
  readonly package: string
  readonly version: string
  /** The newest version with a build for a processor, where that is an older one. */
  readonly versionFor?: Readonly<Record<string, string>>
  /**
   * Under `node_modules`; `{platform}` is the platform as npm packages name it, `{target}` adds the
   * C library where it is not glibc, as `{system}` does between the two, `{triple}` is Rust's name.
   */
  readonly binary: string
  /** Other programs of the package, which npm unpacks without the permission to run them. */
  readonly programs?: string
}

const clients = {
  'claude-code': {
    name: 'Claude Code',
    package: '@anthropic-ai/claude-code',
    version: '2.1.325',
    binary: '@anthropic-ai/claude-code-{target}/claude{exe}',
  },
  codex: {
    name: 'Codex',
    package: '@openai/codex',
    version: '0.166.0',
    binary: '@openai/codex-{platform}/vendor/{triple}/bin/codex{exe}',
  },
  opencode: {
    name: 'OpenCode',
    package: 'opencode-ai',
    version: '1.18.33',
    versionFor: { arm64: '1.18.18' },
    binary: 'opencode-{target}/bin/opencode{exe}',
  },
  copilot: {
    name: 'Copilot CLI',
    package: '@github/copilot',
    version: '1.0.102',
    binary: '@github/copilot-{system}/copilot{exe}',
  },
  // The rest are scripts, run by the Node at hand.
  gemini: {
    name: 'Gemini CLI',
    package: '@google/gemini-cli',
    version: '0.61.0',
    binary: '@google/gemini-cli/bundle/gemini.js',
  },
  qwen: {
    name: 'Qwen Code',
    package: '@qwen-code/qwen-code',
    version: '0.24.4',
    binary: '@qwen-code/qwen-code/cli-entry.js',
    programs: '@qwen-code/qwen-code/vendor/*/*/rg',
  },
  'mcp-conformance': {
    name: 'MCP conformance suite',
    package: '@modelcontextprotocol/conformance',
    version: '0.2.0-alpha.12',
    binary: '@modelcontextprotocol/conformance/dist/index.js',
  },
  'mcp-inspector': {
    name: 'MCP Inspector',
    package: '@modelcontextprotocol/inspector',
    version: '2.12.0',
    binary: '@modelcontextprotocol/inspector/clients/launcher/build/index.js',
  },
} satisfies Record<string, Client>

export type ClientName = keyof typeof clients

export interface Target {
  readonly platform: NodeJS.Platform
  readonly arch: string
  readonly hasGlibc: boolean
}

export type Installation =
  | { readonly kind: 'installed'; readonly binary: string }
  /** The package brought no program for this platform and processor. */
  | { readonly kind: 'no-build'; readonly reason: string }

const installLimitMs = 300_000
const repository = resolve(import.meta.dirname, '..')

/**
 * Installs the client unless it is in the cache. Any number of processes may ask at once; each gets a
 * complete installation.
 * @throws Error naming the client and the reason
 */
export async function installClient(name: ClientName): Promise<Installation> {
  const client: Client = clients[name]
  const { wanted, version, binary } = resolveClient(name, thisMachine())
  const installation = await installProgram({ name, title: client.name, version, wanted, binary })
  if (client.programs) await allowToRun(client.programs, join(clientCache(), `${name}-${version}`))
  return installation
}

async function allowToRun(programs: string, folder: string): Promise<void> {
  const files = globSync(`node_modules/${programs}`, { cwd: folder })
  for (const file of files) await chmod(join(folder, file), 0o755)
}

/** That version of Node, for running our own tests on it. */
export function installNode(version: string): Promise<Installation> {
  const { platform, arch } = thisMachine()
  const build = `node-${platform === 'win32' ? 'win' : platform}-${arch}`
  const binary = join('node_modules', build, 'bin', platform === 'win32' ? 'node.exe' : 'node')
  return installProgram({
    name: 'node',
    title: 'Node',
    version,
    wanted: `${build}@${version}`,
    binary,
  })
}

interface Program {
  readonly name: string
  readonly title: string
  readonly version: string
  /** As npm is asked for it. */
  readonly wanted: string
  readonly binary: string
}

async function installProgram(program: Program): Promise<Installation> {
  const { name, title, version, wanted, binary } = program
  const cache = clientCache()
  const folder = join(cache, `${name}-${version}`)
  const installed = { kind: 'installed', binary: join(folder, binary) } as const
  if (existsSync(installed.binary)) return installed
  try {
    await mkdir(cache, { recursive: true })
    if (await installInto(folder, wanted, binary)) return installed
  } catch (cause) {
    throw new Error(`${name} ${version} cannot be installed: ${reasonOf(cause)}`, { cause })
  }
  const { platform, arch } = thisMachine()
  return { kind: 'no-build', reason: `${title} ${version} has no build for ${platform} ${arch}` }
}

/** What to ask npm for on such a machine, and where the program is afterwards. */
export function resolveClient(name: ClientName, target: Target) {
  const client: Client = clients[name]
  const version = client.versionFor?.[target.arch] ?? client.version
  const wanted = `${client.package}@${version}`
  return { wanted, version, binary: binaryPath(client, target) }
}

/** @returns undefined for an agent that no test can run */
export function testedVersion(name: string): string | undefined {
  return isClientName(name) ? clients[name].version : undefined
}

function isClientName(name: string): name is ClientName {
  return Object.hasOwn(clients, name)
}

const known = () => Object.keys(clients).join(', ')

/** Where they are installed. */
export function clientCache(): string {
  const override = process.env.THROUGHLINE_CLIENT_CACHE
  return override ? resolve(override) : join(repository, 'node_modules', '.cache', 'clients')
}

/** @returns false when the package brought no such binary */
async function installInto(folder: string, wanted: string, binary: string): Promise<boolean> {
  const partial = await mkdtemp(`${folder}.partial-`)
  try {
    await runNpm(partial, wanted)
    if (!existsSync(join(partial, binary))) return false
    await moveIntoPlace(partial, folder, binary)
    return true
  } finally {
    await rm(partial, { recursive: true, force: true })
  }
}

/** The first process to rename wins. A folder without the binary is incomplete and gets replaced. */
async function moveIntoPlace(partial: string, folder: string, binary: string): Promise<void> {
  try {
    await rename(partial, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
    if (existsSync(join(folder, binary))) return
    await rm(folder, { recursive: true, force: true })
    await rename(partial, folder)
  }
}

async function runNpm(folder: string, wanted: string): Promise<void> {
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n')
  // Scripts are not needed: they only link the binary elsewhere.
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock']
  await npmIn(folder, ['install', wanted, ...options])
}

/** An npm that keeps nothing outside the folder. */
export async function npmIn(folder: string, args: readonly string[]): Promise<void> {
  await promisify(execFile)(
    'npm',
    [...args, '--prefix', '.', '--cache', 'npm-cache', '--loglevel', 'error'],
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

function binaryPath(client: Client, target: Target): string {
  const { platform, arch, hasGlibc } = target
  const isMusl = platform === 'linux' && !hasGlibc
  const path = client.binary
    .replace('{platform}', `${platform}-${arch}`)
    .replace('{target}', `${platform}-${arch}${isMusl ? '-musl' : ''}`)
    .replace('{system}', `${platform}${isMusl ? 'musl' : ''}-${arch}`)
    .replace('{triple}', rustTriple(target))
    .replace('{exe}', platform === 'win32' ? '.exe' : '')
  return join('node_modules', ...path.split('/'))
}

/** Linux builds are linked statically, so they need no C library. */
function rustTriple({ platform, arch }: Target): string {
  const systems: Partial<Record<NodeJS.Platform, string>> = {
    darwin: 'apple-darwin',
    win32: 'pc-windows-msvc',
  }
  const processors: Record<string, string> = { arm64: 'aarch64', x64: 'x86_64' }
  return `${processors[arch] ?? arch}-${systems[platform] ?? 'unknown-linux-musl'}`
}

function thisMachine(): Target {
  return { platform: process.platform, arch: process.arch, hasGlibc: hasGlibc() }
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

/** npm surrounds its one useful line with codes and a stack. */
function sentenceOf(npmErrors: string): string | undefined {
  return npmErrors
    .split('\n')
    .map((line) => line.replace(/^npm (error|ERR!) ?/, '').trim())
    .find((line) => line !== '' && !/^(code|syscall|errno|path|dest) /.test(line))
}

if (import.meta.main) {
  try {
    const [, , name = ''] = process.argv
    if (!isClientName(name)) throw new Error(`unknown client "${name}"; known: ${known()}`)
    const installation = await installClient(name)
    if (installation.kind === 'no-build') throw new Error(installation.reason)
    process.stdout.write(`${installation.binary}\n`)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exitCode = 1
  }
}
