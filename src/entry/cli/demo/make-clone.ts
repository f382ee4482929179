/** A folder that looks like a clone of acme/widgets, made without git. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** @returns the folder */
export function makeClone(folder: string): string {
  for (const part of ['objects', 'refs']) mkdirSync(join(folder, '.git', part), { recursive: true })
  writeFileSync(join(folder, '.git', 'HEAD'), 'ref: refs/heads/main\n')
  const remote = '[remote "origin"]\n\turl = https://github.com/acme/widgets.git\n'
  writeFileSync(join(folder, '.git', 'config'), remote)
  return folder
}
