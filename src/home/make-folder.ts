/** Creates a folder and its missing parents, for the owner only. */
import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Not `mkdirSync(…, { recursive: true })`, which never returns where a folder cannot be created
 * although its parent exists, as below /proc.
 */
export function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  const parent = dirname(folder)
  if (parent !== folder) makeFolder(parent)
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    const isThere = statSync(folder, { throwIfNoEntry: false })?.isDirectory()
    if (!isThere) throw error
  }
}
