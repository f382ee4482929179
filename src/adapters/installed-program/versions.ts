/**
 * The versions of this program in the home folder. `versions/in-use` names the one that runs in its
 * first line, and below it those that ran before, the last one first. Replacing that file is what
 * switches every hook, command and MCP server at once; no link is needed.
 */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { HomePaths } from '../../home/paths.ts'
import { writeFileAtomically } from '../../home/write-files.ts'

type Place = Pick<HomePaths, 'versions' | 'versionsInUse'>

/** The one in use and two before it. */
const kept = 3
const folderName = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?-[0-9a-f]{10}$/
const remainder = /^\..*\.(\d+)\.(?:new|old)$/

export interface InstalledVersion {
  /** Of its folder: `0.1.0-3f9a0c12de`. */
  readonly name: string
  readonly version: string
  readonly installedAt: string
  readonly isInUse: boolean
}

/** Newest first. */
export function listVersions(place: Place): InstalledVersion[] {
  const [inUse] = readInUse(place)
  const names = existsSync(place.versions) ? readdirSync(place.versions) : []
  return names
    .filter((name) => folderName.test(name))
    .map((name) => ({
      name,
      version: versionIn(name),
      installedAt: statSync(join(place.versions, name)).mtime.toISOString(),
      isInUse: name === inUse,
    }))
    .sort((a, b) => b.installedAt.localeCompare(a.installedAt))
}

/** `0.1.0` of `0.1.0-3f9a0c12de` */
export function versionIn(name: string): string {
  return name.replace(/-[0-9a-f]{10}$/, '')
}

/** The version in use, then those before it. Empty if none was ever installed. */
export function readInUse({ versionsInUse }: Place): string[] {
  if (!existsSync(versionsInUse)) return []
  return readFileSync(versionsInUse, 'utf8')
    .split('\n')
    .filter((line) => folderName.test(line))
}

/** @returns undefined if none was ever installed */
export function findProgramInUse(place: Place): { name: string; isThere: boolean } | undefined {
  const [name] = readInUse(place)
  return name === undefined ? undefined : { name, isThere: isThere(place, name) }
}

/** Its hook can run; a folder is there as a whole or not at all, unless somebody deletes in it. */
function isThere({ versions }: Place, name: string): boolean {
  return existsSync(join(versions, name, 'dist', 'entry', 'hook', 'main.cjs'))
}

export function putIntoUse(place: Place, name: string): void {
  const before = readInUse(place).filter((each) => each !== name)
  writeInUse(place, [name, ...before].slice(0, kept))
}

/** @returns the version in use from now on, or undefined if there is none before this one */
export function putFormerIntoUse(place: Place): string | undefined {
  const former = formerVersions(place)
  if (former.length > 0) writeInUse(place, former)
  return former[0]
}

/** Those before the one in use that are still there. */
export function formerVersions(place: Place): string[] {
  const [, ...former] = readInUse(place)
  return former.filter((name) => isThere(place, name))
}

function writeInUse({ versionsInUse }: Place, names: readonly string[]): void {
  writeFileAtomically(versionsInUse, `${names.join('\n')}\n`)
}

/** Those that `in-use` no longer names, and what an installation that was killed has left. */
export function removeOldVersions(place: Place, isAlive: (pid: number) => boolean): void {
  const inUse = readInUse(place)
  for (const name of existsSync(place.versions) ? readdirSync(place.versions) : []) {
    const [, pid] = remainder.exec(name) ?? []
    if (pid !== undefined && !isAlive(Number(pid))) removeWhole(place, name)
    if (folderName.test(name) && !inUse.includes(name)) removeWhole(place, name)
  }
}

/** Renamed first: a version is either whole or not there. */
function removeWhole({ versions }: Place, name: string): void {
  const doomed = join(versions, `.${name.replace(/^\./, '')}.${process.pid}.old`)
  if (name !== doomed) renameSync(join(versions, name), doomed)
  rmSync(doomed, { recursive: true, force: true })
}
