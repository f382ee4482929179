/**
 * Bundles src/ into dist/, copies what is not TypeScript and builds the dashboard. It builds aside
 * and swaps, so that what runs from dist/ meanwhile never finds it half-made. With `--if-changed` it
 * does nothing when dist/ was built from these very sources.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite'
import { writeLazyProgram } from './lazy-program.ts'
import { createCollector, licencesFile, writeLicences } from './third-party.ts'

const root = join(import.meta.dirname, '..')
const target = join(root, 'dist')
/** Shaped like the package, so that the program runs from there. */
const stage = join(root, `dist.${process.pid}.new`)
const fresh = join(stage, 'dist')
const former = join(root, `dist.${process.pid}.old`)
const common: InlineConfig = { configFile: false, logLevel: 'warn', root }
const thirdParty = createCollector()
/** Native, or for the team server only: looked for when they are needed. */
const notBundled = ['openid-client', 'pg', 'sqlite-vec']
const firstMemory = 'remember We deploy by hand --key deploy --scope project'
const typo = 'statsu'
/** Commands whose modules lie together. */
const usedOften = [
  ...['status', 'recall deploy', 'list', 'show deploy', 'context', 'review --list'],
  ...['sessions', '--help', typo],
]
const fingerprintFile = '.built-from'
const fingerprint = hashSources()
if (process.argv.includes('--if-changed') && builtFrom() === fingerprint) process.exit()

// Tests build too, and say they are tests: libraries would bring along what helps to develop.
process.env.NODE_ENV = 'production'

mkdirSync(fresh, { recursive: true })
cpSync(join(root, 'package.json'), join(stage, 'package.json'))
copyAssets()
await bundlePrograms()
await bundleHook()
await buildDashboard()
writeLicences(join(fresh, licencesFile), thirdParty.packages())
writeFileSync(join(fresh, fingerprintFile), fingerprint)
if (existsSync(target)) renameSync(target, former)
renameSync(fresh, target)
for (const folder of [former, stage]) rmSync(folder, { recursive: true, force: true })

/** All that a build reads: the sources, how they are built, and the versions of the libraries. */
function hashSources(): string {
  const patterns = [
    '{src,dashboard}/**/*.*',
    'scripts/{build,lazy-program,third-party}.ts',
    'scripts/lazy-loader.cjs',
    'tsconfig*.json',
    'package*.json',
  ]
  const files = globSync(patterns, { cwd: root, exclude: ['**/*.test.ts', '**/dist/**'] })
  const hash = createHash('sha256')
  for (const file of files.sort()) hash.update(file).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

function builtFrom(): string | undefined {
  const file = join(target, fingerprintFile)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

function copyAssets(): void {
  for (const asset of globSync('**/*.{sql,sh,js}', { cwd: join(root, 'src') })) {
    cpSync(join(root, 'src', asset), join(fresh, asset))
  }
}

/**
 * The commands and the daemon, libraries included: a copy of the program needs nothing beside it.
 */
async function bundlePrograms(): Promise<void> {
  const entries = ['entry/cli/main', 'entry/daemon/main']
  const result = await build({
    ...common,
    ssr: { noExternal: true, external: notBundled },
    plugins: [plainContract(), thirdParty.plugin],
    build: {
      ssr: true,
      write: false,
      rolldownOptions: {
        input: Object.fromEntries(
          entries.map((entry) => [entry, join(root, 'src', `${entry}.ts`)]),
        ),
        output: {
          format: 'cjs',
          entryFileNames: '[name].cjs',
          chunkFileNames: '[name].cjs',
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [{ name: unitOf }],
          },
        },
        checks: { bundlerTimings: false, ineffectiveDynamicImport: false },
      },
    },
  })
  const { output } = result as Rolldown.RolldownOutput
  const chunks = output.filter((file) => file.type === 'chunk')
  const starts = entries.map((entry) => `${entry}.cjs`)
  writeLazyProgram(fresh, chunks, starts, () => 'main')
  const users = findUsedOften()
  rmSync(join(fresh, 'program'), { recursive: true })
  writeLazyProgram(fresh, chunks, starts, (unit, number) => fileOf(unit, users.get(number)))
}

/** A module of ours, or a package. */
function unitOf(id: string): string {
  if (id.includes('rolldown/runtime')) return 'runtime'
  const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id) ?? []
  if (name !== undefined) return `package+${name.replace('/', '+')}`
  return relative(join(root, 'src'), id).replace(/\.ts$/, '').replaceAll('/', '+')
}

/**
 * What several commands need lies in one file, and what only one of them needs in a file of its own;
 * of the rest, each folder and package in its own.
 */
function fileOf(unit: string, users: ReadonlySet<string> = new Set()): string {
  if (users.size > 1) return 'main'
  const [only] = users
  if (only !== undefined) return `for-${only}`
  const name = unit.replace(/\.cjs$/, '')
  const [room = '', part = '', ...rest] = name.split(/[_/]/)
  return name.startsWith('package') || rest.length === 0 ? name : `${room}_${part}`
}

/** Runs commands that read in a home of their own, and notes which of them load a unit. */
function findUsedOften(): ReadonlyMap<number, ReadonlySet<string>> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'throughline-build-')))
  const report = join(folder, 'report.json')
  const env = { PATH: process.env.PATH, HOME: folder, THROUGHLINE_HOME: join(folder, 'home') }
  const project = join(folder, 'project')
  mkdirSync(project)
  const script = `
    const { made } = require(${JSON.stringify(join(fresh, 'program/units.cjs'))})
    const write = () => require('node:fs').writeFileSync(process.env.REPORT, JSON.stringify(Object.keys(made)))
    process.on('exit', write)
    require(${JSON.stringify(join(fresh, 'entry/cli/main.cjs'))}).main()`
  const users = new Map<number, Set<string>>()
  try {
    for (const command of [firstMemory, ...usedOften]) {
      const args = ['-e', script, 'throughline', ...command.split(' ')]
      const options = { cwd: project, env: { ...env, REPORT: report }, encoding: 'utf8' } as const
      const { status, stderr } = spawnSync(process.execPath, args, options)
      if (status !== (command === typo ? 2 : 0))
        throw new Error(`throughline ${command}: ${stderr}`)
      if (command === firstMemory) continue
      const [name = ''] = command === typo ? ['help'] : (/\w+/.exec(command) ?? [])
      for (const unit of JSON.parse(readFileSync(report, 'utf8')).map(Number)) {
        users.set(unit, (users.get(unit) ?? new Set()).add(name))
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return users
}

/** CommonJS with the libraries in it, because a hook must answer at once. */
async function bundleHook(): Promise<void> {
  const entry = join(root, 'src/entry/hook/main.ts')
  let base: ReadonlySet<string> | undefined
  await build({
    ...common,
    ssr: { noExternal: true },
    plugins: [plainContract({ hasHelp: false }), uncheckedDigests(), thirdParty.plugin],
    build: {
      ssr: entry,
      outDir: join(fresh, 'entry/hook'),
      emptyOutDir: false,
      minify: true,
      rolldownOptions: {
        checks: { bundlerTimings: false },
        treeshake: { moduleSideEffects: false },
        output: {
          format: 'cjs',
          entryFileNames: '[name].cjs',
          chunkFileNames: '[name].cjs',
          codeSplitting: {
            groups: [
              {
                // Each further file takes half a millisecond to find and read.
                name(id, graph) {
                  base ??= importsOf(entry, graph)
                  if (id === entry) return null
                  return id.includes('rolldown/runtime') || base.has(id) ? 'base' : null
                },
              },
            ],
          },
        },
      },
    },
  })
}

function importsOf(start: string, graph: Rolldown.ChunkingContext): Set<string> {
  const found = new Set([start])
  for (const id of found)
    for (const each of graph.getModuleInfo(id)?.importedIds ?? []) found.add(each)
  return found
}

/** Schemas take longer to read than an answer may take, so what they say is written out as data. */
function plainContract({ hasHelp = true } = {}): Plugin {
  return {
    name: 'plain-contract',
    async load(id) {
      if (id !== contractFile('plain.ts')) return null
      const values = Object.entries((await import(id)) as object)
      return values.map(([name, value]) => asModule(name, value, hasHelp)).join('\n')
    },
  }
}

/** Digests, which we wrote ourselves, are taken as they are. */
function uncheckedDigests(): Plugin {
  return {
    name: 'unchecked-digests',
    load: (id) =>
      id === contractFile('digest.ts')
        ? 'export const digest = { safeParse: (data) => ({ data }) }'
        : null,
  }
}

function contractFile(name: string): string {
  return join(root, 'src', 'contract', name)
}

/** Parsing JSON is faster than evaluating a literal, and an operation is parsed when it is asked for. */
function asModule(name: string, value: unknown, hasHelp: boolean): string {
  if (name !== 'plainOperations') return `export const ${name} = /* @__PURE__ */ ${parsing(value)}`
  // Descriptions of input are for help only.
  const skip = (key: string, part: unknown) => (!hasHelp && key === 'description' ? '' : part)
  const members = Object.entries(value as object).map(
    ([operation, plain]) =>
      `get ${operation}() { return keep(this, '${operation}', ${parsing(plain, skip)}) }`,
  )
  return `const keep = (all, name, value) => (Object.defineProperty(all, name, { value }), value)
export const ${name} = {${members.join(',\n')}}`
}

function parsing(value: unknown, skip?: (key: string, part: unknown) => unknown): string {
  return `JSON.parse(${JSON.stringify(JSON.stringify(value, skip))})`
}

async function buildDashboard(): Promise<void> {
  await build({
    configFile: join(root, 'dashboard', 'vite.config.ts'),
    configLoader: 'native',
    logLevel: 'warn',
    plugins: [thirdParty.plugin],
    build: { outDir: join(fresh, 'dashboard'), emptyOutDir: true },
  })
}
