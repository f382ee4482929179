/** Deletes a home folder: our files, recognised by name, and folders that end up empty. */
import {
  closeSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  rmdirSync,
  rmSync,
  type Stats,
  unlinkSync,
} from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { ThroughlineError } from '../../contract/errors.ts'
import type { HomePaths } from '../../home/paths.ts'

export interface DeletedHome {
  readonly files: number
  readonly bytes: number
  /** Files that are not ours and stay. */
  readonly left: readonly string[]
}

/** @throws ThroughlineError `conflict` if the folder is not ours to delete */
export function requireOurHome(paths: HomePaths, userHome: string): void {
  const { root, database, spool } = paths
  const stats = lstatSync(root, { throwIfNoEntry: false })
  if (!stats) return
  if (stats.isSymbolicLink()) throw notOurs(root, 'it is a symbolic link')
  const isAbove = !relative(resolve(root), resolve(userHome)).startsWith('..')
  if (isAbove) throw notOurs(root, 'your own home folder is in it')
  const isFolder = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.isDirectory()
  if (!isDatabase(database) && !isFolder(spool)) throw notOurs(root, 'it has no throughline.db')
}

function notOurs(root: string, why: string): ThroughlineError {
  return new ThroughlineError('conflict', `${root} is not deleted: ${why}`, {
    hint: 'delete it yourself, or point THROUGHLINE_HOME at the folder you mean',
  })
}

const sqliteHeader = 'SQLite format 3\0'

function isDatabase(file: string): boolean {
  if (!lstatSync(file, { throwIfNoEntry: false })?.isFile()) return false
  const descriptor = openSync(file, 'r')
  try {
    const header = Buffer.alloc(sqliteHeader.length)
    return readSync(descriptor, header) === 0 || header.toString('latin1') === sqliteHeader
  } finally {
    closeSync(descriptor)
  }
}

/** By folder, relative to the home. Other folders contain nothing of ours. */
const ourNames: Readonly<Record<string, RegExp>> = {
  '': /^(?:throughline\.db(?:-wal|-shm|-journal|\.lock.*|\.corrupt-.*)?|\.?(?:config|team)\.json.*)$/,
  spool: /./,
  'spool/rejected': /./,
  run: /./,
  'run/mcp': /./,
  logs: /\.log(?:\.\d+)?$/,
  bin: /^\.?throughline(?:$|[-.])/,
  versions: /^\.?in-use/,
  node: /^(?!)/,
  backups: /^throughline-v\d+-.*\.db/,
  'backups/settings': /\.json/,
  'backups/plugins': /\.json/,
}

/** Call `requireOurHome` first. Idempotent. Keeps the lock the caller holds: see `deleteLocks`. */
export function deleteHome({ root, setupLock }: HomePaths): DeletedHome {
  const result = { files: 0, bytes: 0, left: [] as string[] }
  deleteIn(root, '', result, setupLock)
  return result
}

/** Call this after releasing the lock: Windows cannot delete an open file. */
export function deleteLocks({ root, run, setupLock }: HomePaths): void {
  rmSync(setupLock, { force: true })
  for (const folder of [run, root]) removeIfEmpty(folder)
}

/** Deletes what setup installed: versions of the program, the Node that runs it, hook and command. */
export function deleteProgram({ root }: HomePaths): void {
  for (const folder of ['versions', 'node', 'bin', 'plugin']) {
    deleteIn(root, folder, { files: 0, bytes: 0, left: [] })
  }
}

interface Tally {
  files: number
  bytes: number
  readonly left: string[]
}

function deleteIn(root: string, folder: string, tally: Tally, kept = ''): void {
  const here = join(root, folder)
  for (const name of namesIn(here)) {
    const path = join(here, name)
    const inside = folder === '' ? name : `${folder}/${name}`
    const stats = lstatSync(path, { throwIfNoEntry: false })
    if (!stats || path === kept) continue
    // Downloaded or written by us, under names we did not choose.
    const isWholly =
      /^(?:models|wiki|plugin(?:\.\d+\.(?:new|old))?|versions\/\.?\d[^/]*|node\/v\d[^/]*)(?:\/|$)/.test(
        inside,
      )
    if (stats.isDirectory() && (isWholly || inside in ourNames)) deleteIn(root, inside, tally, kept)
    else if (isOurs(stats, folder, name, isWholly)) remove(path, stats, tally)
    else tally.left.push(path)
  }
  removeIfEmpty(here)
}

/** A link in place of our file is deleted; its target stays. */
function isOurs(stats: Stats, folder: string, name: string, isWholly: boolean): boolean {
  if (stats.isDirectory()) return false
  const isLinkedFolder = stats.isSymbolicLink() && folder === '' && name in ourNames
  return isWholly || isLinkedFolder || ourNames[folder]?.test(name) === true
}

function remove(path: string, { size }: Stats, tally: Tally): void {
  unlinkSync(path)
  tally.files += 1
  tally.bytes += size
}

function namesIn(folder: string): string[] {
  return lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : []
}

function removeIfEmpty(folder: string): void {
  if (namesIn(folder).length === 0 && lstatSync(folder, { throwIfNoEntry: false }))
    rmdirSync(folder)
}
