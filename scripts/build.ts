/**
 * Bundles src/ into dist/, copies what is not TypeScript and builds the dashboard. It builds aside
 * and swaps, so that what runs from dist/ meanwhile never finds it half-made. With `--if-changed` it
 * does nothing when dist/ was built from these very sources.
 */
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  globSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite'
import { createCollector, licencesFile, writeLicences } from './third-party.ts'

const root = join(import.meta.dirname, '..')
const target = join(root, 'dist')
const fresh = join(root, `dist.${process.pid}.new`)
const former = join(root, `dist.${process.pid}.old`)
const common: InlineConfig = { configFile: false, logLevel: 'warn', root }
const thirdParty = createCollector()
/** Native, or for the team server only: looked for when they are needed. */
const notBundled = ['@huggingface/transformers', 'openid-client', 'pg', 'sqlite-vec']
const fingerprintFile = '.built-from'
const fingerprint = hashSources()
if (process.argv.includes('--if-changed') && builtFrom() === fingerprint) process.exit()

// Tests build too, and say they are tests: libraries would bring along what helps to develop.
process.env.NODE_ENV = 'production'

copyAssets()
await bundlePrograms()
await bundleQuick('entry/cli/quick.ts', 'quick')
await bundleQuick('entry/hook/main.ts', 'entry/hook')
await buildDashboard()
writeLicences(join(fresh, licencesFile), thirdParty.packages())
writeFileSync(join(fresh, fingerprintFile), fingerprint)
if (existsSync(target)) renameSync(target, former)
renameSync(fresh, target)
rmSync(former, { recursive: true, force: true })

/** All that a build reads: the sources, how they are built, and the versions of the libraries. */
function hashSources(): string {
  const patterns = [
    '{src,dashboard}/**/*.*',
    'scripts/{build,third-party}.ts',
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
 * The commands and the daemon in few files, libraries included: to find and load 800 modules takes
 * half a second, and a copy of the program needs nothing beside it.
 */
async function bundlePrograms(): Promise<void> {
  const entries = ['entry/cli/main', 'entry/daemon/main']
  await build({
    ...common,
    ssr: { noExternal: true, external: notBundled },
    plugins: [plainContract({ hasHelp: true }), thirdParty.plugin],
    build: {
      ssr: true,
      outDir: fresh,
      emptyOutDir: false,
      rolldownOptions: {
        input: Object.fromEntries(
          entries.map((entry) => [entry, join(root, 'src', `${entry}.ts`)]),
        ),
        output: {
          chunkFileNames: 'parts/[name]-[hash].js',
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [{ name: loadedTogether() }],
          },
        },
        checks: { bundlerTimings: false, ineffectiveDynamicImport: false },
      },
    },
  })
}

/**
 * To find and read 200 files takes `throughline mcp` a sixth of its start, so what is always loaded
 * together lies in one file.
 */
function loadedTogether(): Rolldown.CodeSplittingNameFunction {
  const starts = { local: 'compose/local.ts', cli: 'entry/cli/main.ts', mcp: 'entry/mcp/stdio.ts' }
  const loaded = new Map<string, ReadonlySet<string>>()
  return (id, graph) => {
    for (const [name, file] of Object.entries(starts)) {
      const known = loaded.get(name) ?? importsOf(join(root, 'src', file), graph)
      loaded.set(name, known)
      if (known.has(id)) return name
    }
    return null
  }
}

/** CommonJS with the libraries in it, for what must answer at once. */
async function bundleQuick(entry: string, folder: string): Promise<void> {
  await build({
    ...common,
    ssr: { noExternal: true },
    plugins: [plainContract({ hasHelp: false }), uncheckedDigests(), thirdParty.plugin],
    build: {
      ssr: join(root, 'src', entry),
      outDir: join(fresh, folder),
      emptyOutDir: false,
      minify: true,
      rolldownOptions: {
        checks: { bundlerTimings: false },
        treeshake: { moduleSideEffects: false },
        output: {
          format: 'cjs',
          entryFileNames: '[name].cjs',
          chunkFileNames: '[name].cjs',
          codeSplitting: { groups: [{ name: togetherWith(folder, join(root, 'src', entry)) }] },
        },
      },
    },
  })
}

/**
 * What is always loaded together lies in one file: each further one takes half a millisecond to find
 * and read. The bundler would give every module its own that two others share.
 */
function togetherWith(folder: string, entry: string): Rolldown.CodeSplittingNameFunction {
  const reading = join(root, 'src/compose/quick/read-operations.ts')
  const found = new Map<string, ReadonlySet<string>>()
  return (id, graph) => {
    const loadedWith = (start: string) => {
      const known = found.get(start) ?? importsOf(start, graph)
      found.set(start, known)
      return known
    }
    if (id === entry) return null
    if (id.includes('rolldown/runtime') || loadedWith(entry).has(id)) return `${folder}-base`
    return loadedWith(reading).has(id) ? 'reading' : null
  }
}

function importsOf(start: string, graph: Rolldown.ChunkingContext): Set<string> {
  const found = new Set([start])
  for (const id of found)
    for (const each of graph.getModuleInfo(id)?.importedIds ?? []) found.add(each)
  return found
}

/** Schemas take longer to read than an answer may take, so what they say is written out as data. */
function plainContract({ hasHelp }: { hasHelp: boolean }): Plugin {
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

/** Parsing JSON is faster than evaluating a literal. Descriptions of input are for help only. */
function asModule(name: string, value: unknown, hasHelp: boolean): string {
  const isLeftOut = !hasHelp && name === 'plainOperations'
  const skip = (key: string, part: unknown) => (isLeftOut && key === 'description' ? '' : part)
  const json = JSON.stringify(JSON.stringify(value, skip))
  return `export const ${name} = /* @__PURE__ */ JSON.parse(${json})`
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
