/**
 * Copies the plugin for Claude Code into the home, as a marketplace whose path stays the same when
 * another version is put into use.
 */
import { cpSync, existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { HomePaths } from '../../home/paths.ts'

/** What of a package belongs to it. */
export const pluginParts = ['.claude-plugin', 'integrations']

/** @param program the folder of a package; one without a plugin changes nothing */
export function writePlugin({ plugin }: Pick<HomePaths, 'plugin'>, program: string): void {
  if (!pluginParts.every((part) => existsSync(join(program, part)))) return
  const fresh = `${plugin}.${process.pid}.new`
  const former = `${plugin}.${process.pid}.old`
  try {
    for (const part of pluginParts)
      cpSync(join(program, part), join(fresh, part), { recursive: true })
    if (existsSync(plugin)) renameSync(plugin, former)
    renameSync(fresh, plugin)
  } finally {
    for (const left of [fresh, former]) rmSync(left, { recursive: true, force: true })
  }
}
