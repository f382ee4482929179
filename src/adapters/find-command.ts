/**
 * Finds a command on the PATH, as a shell does, but not in the current folder: that may be a
 * repository of anybody's.
 */
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, isAbsolute, join, resolve } from 'node:path'

export function findCommand(
  command: string,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const names = process.platform === 'win32' ? [command, `${command}.exe`] : [command]
  if (/[\\/]/.test(command)) return names.map((name) => resolve(name)).find(isExecutable)
  const folders = (env.PATH ?? env.Path ?? '')
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable)
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}
