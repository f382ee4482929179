/** Compiles src/ to dist/ and copies what is not TypeScript. */
import { spawnSync } from 'node:child_process'
import { cpSync, globSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..')
const manifest = createRequire(import.meta.url).resolve('typescript/package.json')
const compiler = join(dirname(manifest), 'bin', 'tsc')

rmSync(join(root, 'dist'), { recursive: true, force: true })
const { status } = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], {
  cwd: root,
  stdio: 'inherit',
})
if (status !== 0) process.exit(status ?? 1)
for (const asset of globSync('**/*.{sql,sh}', { cwd: join(root, 'src') })) {
  cpSync(join(root, 'src', asset), join(root, 'dist', asset))
}
