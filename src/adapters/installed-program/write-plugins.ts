/**
 * Our plugins in the home, in a folder whose path stays the same when another version is put into
 * use. It is also the marketplace that Claude Code reads.
 */
import { cpSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { ThroughlineError } from '../../contract/errors.ts'
import type { HomePaths } from '../../home/paths.ts'

/** What of a package belongs to them. */
export const pluginParts = ['.claude-plugin', 'integrations']

/**
 * @param program the folder of a package
 * @param generated text by path; takes the place of the package's own files
 * @throws ThroughlineError `not-found` if the package has no plugins
 */
export function writePlugins(
  { plugin }: Pick<HomePaths, 'plugin'>,
  program: string,
  generated: ReadonlyMap<string, string>,
): void {
  if (!hasPlugins(program)) {
    throw new ThroughlineError('not-found', 'this program came without its plugins', {
      hint: 'install it from npm, or leave out --plugin',
    })
  }
  const fresh = `${plugin}.${process.pid}.new`
  const former = `${plugin}.${process.pid}.old`
  try {
    for (const part of pluginParts) {
      cpSync(join(program, part), join(fresh, part), { recursive: true, filter: isNeeded })
    }
    for (const [path, text] of generated) {
      const file = join(fresh, path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text)
    }
    if (existsSync(plugin)) renameSync(plugin, former)
    renameSync(fresh, plugin)
  } finally {
    for (const left of [fresh, former]) rmSync(left, { recursive: true, force: true })
  }
}

export function hasPlugins(program: string): boolean {
  return pluginParts.every((part) => existsSync(join(program, part)))
}

/** The scripts look for an installation, which the generated files name. */
const isNeeded = (file: string) => basename(file) !== 'scripts'
