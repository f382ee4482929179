/** The Chromium of `@sparticuz/chromium`, unpacked once into the cache of this checkout. */
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const modules = resolve(import.meta.dirname, '../../../node_modules')
const unpack = `import('@sparticuz/chromium').then((chromium) => chromium.default.executablePath())`

/**
 * The package unpacks into the temporary folder and takes any `chromium` it finds there, another
 * version or one half written by another process. So it gets a folder of its own, moved into place
 * when complete.
 */
export async function unpackChromium(): Promise<string> {
  const manifest = readFileSync(join(modules, '@sparticuz/chromium/package.json'), 'utf8')
  const { version } = JSON.parse(manifest) as { version: string }
  const cache = join(modules, '.cache')
  const folder = join(cache, `chromium-${version}`)
  const executable = join(folder, 'chromium')
  if (existsSync(executable)) return executable

  mkdirSync(cache, { recursive: true })
  const partial = mkdtempSync(`${folder}.partial-`)
  try {
    await promisify(execFile)(process.execPath, ['--eval', unpack], {
      cwd: modules,
      env: { ...process.env, TMPDIR: partial },
    })
    renameSync(partial, folder)
  } catch (error) {
    // Another process may have been first.
    if (!existsSync(executable)) throw error
  } finally {
    rmSync(partial, { recursive: true, force: true })
  }
  return executable
}
