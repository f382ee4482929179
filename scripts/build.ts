/**
 * Compiles src/ to dist/, copies what is not TypeScript and builds the dashboard. It builds aside
 * and swaps, so that what runs from dist/ meanwhile never finds it half-made. With `--if-changed` it
 * does nothing when dist/ was built from these very sources.
 */
import { spawnSync } from 'node:child_process'
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
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { build, type Plugin } from 'vite'

const root = join(import.meta.dirname, '..')
const target = join(root, 'dist')
const fresh = join(root, `dist.${process.pid}.new`)
const former = join(root, `dist.${process.pid}.old`)
const fingerprintFile = '.built-from'
const fingerprint = hashSources()
if (process.argv.includes('--if-changed') && builtFrom() === fingerprint) process.exit()

// Tests build too, and say they are tests: libraries would bring along what helps to develop.
process.env.NODE_ENV = 'production'

compile()
copyAssets()
await bundle('entry/cli/quick.js', 'quick')
await bundle('entry/hook/main.js', 'entry/hook')
await buildDashboard()
writeFileSync(join(fresh, fingerprintFile), fingerprint)
if (existsSync(target)) renameSync(target, former)
renameSync(fresh, target)
rmSync(former, { recursive: true, force: true })

/** All that a build reads: the sources, how they are built, and the versions of the libraries. */
function hashSources(): string {
  const patterns = ['{src,dashboard}/**/*.*', 'scripts/build.ts', 'tsconfig*.json', 'package*.json']
  const files = globSync(patterns, { cwd: root, exclude: ['**/*.test.ts', '**/dist/**'] })
  const hash = createHash('sha256')
  for (const file of files.sort()) hash.update(file).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

function builtFrom(): string | undefined {
  const file = join(target, fingerprintFile)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

function compile(): void {
  const manifest = createRequire(import.meta.url).resolve('typescript/package.json')
  const compiler = join(dirname(manifest), 'bin', 'tsc')
  const args = [compiler, '-p', 'tsconfig.build.json', '--outDir', fresh]
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' })
  if (status === 0) return
  rmSync(fresh, { recursive: true, force: true })
  process.exit(status ?? 1)
}

function copyAssets(): void {
  for (const asset of globSync('**/*.{sql,sh,js}', { cwd: join(root, 'src') })) {
    cpSync(join(root, 'src', asset), join(fresh, asset))
  }
}

/** A few CommonJS files: to find and load sixty modules takes longer than to answer. */
async function bundle(entry: string, folder: string): Promise<void> {
  const outDir = join(fresh, folder)
  await build({
    configFile: false,
    logLevel: 'warn',
    root,
    ssr: { noExternal: true },
    plugins: [withoutSchemas()],
    build: {
      ssr: join(fresh, entry),
      outDir,
      emptyOutDir: false,
      minify: true,
      rolldownOptions: {
        treeshake: { moduleSideEffects: false },
        output: { format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name].cjs' },
      },
    },
  })
  // It counts them, to know whether a database is up to date, and looks for them beside itself.
  const migrations = join(fresh, 'adapters', 'sqlite', 'connection', 'migrations')
  cpSync(migrations, join(outDir, 'migrations'), { recursive: true })
}

/**
 * Schemas take longer to load than an answer may take. What they say is written out as plain data,
 * and digests, which we wrote ourselves, are taken as they are.
 */
function withoutSchemas(): Plugin {
  const contract = (name: string) => join(fresh, 'contract', name)
  return {
    name: 'without-schemas',
    async load(id) {
      if (id === contract('digest.js')) {
        return 'export const digest = { safeParse: (data) => ({ data }) }'
      }
      if (id !== contract('plain.js')) return null
      const values = Object.entries((await import(id)) as object)
      return values.map(([name, value]) => asModule(name, value)).join('\n')
    },
  }
}

/** Parsing JSON is faster than evaluating a literal. Descriptions of input are for help only. */
function asModule(name: string, value: unknown): string {
  const isInput = name === 'plainOperations'
  const skip = (key: string, part: unknown) => (isInput && key === 'description' ? '' : part)
  const json = JSON.stringify(JSON.stringify(value, skip))
  return `export const ${name} = /* @__PURE__ */ JSON.parse(${json})`
}

async function buildDashboard(): Promise<void> {
  await build({
    configFile: join(root, 'dashboard', 'vite.config.ts'),
    configLoader: 'native',
    logLevel: 'warn',
    build: { outDir: join(fresh, 'dashboard'), emptyOutDir: true },
  })
}
