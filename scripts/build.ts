/**
 * Compiles src/ to dist/, copies what is not TypeScript and builds the dashboard. It builds aside
 * and swaps, so that what runs from dist/ meanwhile never finds it half-made.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { build } from 'vite'

const root = join(import.meta.dirname, '..')
const target = join(root, 'dist')
const fresh = join(root, `dist.${process.pid}.new`)
const former = join(root, `dist.${process.pid}.old`)
// Tests build too, and say they are tests: libraries would bring along what helps to develop.
process.env.NODE_ENV = 'production'

compile()
copyAssets()
await bundle('entry/cli/quick-recall.js', 'quick')
await bundle('entry/hook/main.js', 'entry/hook')
await buildDashboard()
if (existsSync(target)) renameSync(target, former)
renameSync(fresh, target)
rmSync(former, { recursive: true, force: true })

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
    build: {
      ssr: join(fresh, entry),
      outDir,
      emptyOutDir: false,
      minify: true,
      rolldownOptions: {
        output: { format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name].cjs' },
      },
    },
  })
  // It counts them, to know whether a database is up to date, and looks for them beside itself.
  const migrations = join(fresh, 'adapters', 'sqlite', 'connection', 'migrations')
  cpSync(migrations, join(outDir, 'migrations'), { recursive: true })
}

async function buildDashboard(): Promise<void> {
  await build({
    configFile: join(root, 'dashboard', 'vite.config.ts'),
    configLoader: 'native',
    logLevel: 'warn',
    build: { outDir: join(fresh, 'dashboard'), emptyOutDir: true },
  })
}
