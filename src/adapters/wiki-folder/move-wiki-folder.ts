/** Gives the folder of a wiki another name. */
import { lstatSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { ThroughlineError } from '../../contract/errors.ts'
import type { MoveFolder } from '../../core/wiki/wiki-ports.ts'

/** @param root the folder with all wikis */
export function createMoveFolder(root: string): MoveFolder {
  const exists = (name: string) =>
    lstatSync(join(root, name), { throwIfNoEntry: false }) !== undefined
  const rename = (from: string, to: string) => {
    try {
      renameSync(join(root, from), join(root, to))
    } catch (cause) {
      throw new ThroughlineError('conflict', `the wiki in ${join(root, from)} cannot be moved`, {
        hint: 'close programs that have its pages open, then run throughline wiki build',
        cause,
      })
    }
  }

  /** A dot is in no name of a wiki, so nobody reads these pages as statements. */
  function makeRoom(name: string): void {
    let number = 1
    while (exists(`${name}.former-${number}`)) number += 1
    rename(name, `${name}.former-${number}`)
  }

  return async (from, to, { unlessThere = false } = {}) => {
    if (!exists(from)) return
    if (exists(to)) {
      if (unlessThere) return
      makeRoom(to)
    }
    rename(from, to)
  }
}
