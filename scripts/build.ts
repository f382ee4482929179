/**
 * Compiles src/ to dist/ and copies what is not TypeScript. It builds aside and swaps, so that what
 * runs from dist/ meanwhile never finds it half-made.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..')
const target = join(root, 'dist')
const fresh = join(root, `dist.${process.pid}.new`)
const former = join(root, `dist.${process.pid}.old`)

compile()
copyAssets()
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
  for (const asset of globSync('**/*.{sql,sh}', { cwd: join(root, 'src') })) {
    cpSync(join(root, 'src', asset), join(fresh, asset))
  }
}
