/**
 * The program's versions in the home folder. The first line of `versions/in-use` names the version
 * in use, later lines the ones before it, newest first. Replacing that file switches every hook,
 * command and MCP server at once, without links.
 */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { HomePaths } from '../../home/paths.ts'
import { writeFileAtomically } from '../../home/write-files.ts'

type Place = Pick<HomePaths, 'versions' | 'versionsInUse'>

/** The version in use and two before it. */
const kept = 3
const folderName = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?-[0-9a-f]{10}$/
const remainder = /^\..*\.(\d+)\.(?:new|old)$/

export interface InstalledVersion {
  /** The folder's name, such as `0.1.0-3f9a0c12de`. */
  readonly name: string
  readonly version: string
  readonly installedAt: string
  readonly isInUse: boolean
}

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

/** Returns `0.1.0` for `0.1.0-3f9a0c12de`. */
export function versionIn(name: string): string {
  return name.replace(/-[0-9a-f]{10}$/, '')
}

/** The version in use and the ones before it. Empty if nothing was ever installed. */
export function readInUse({ versionsInUse }: Place): string[] {
  if (!existsSync(versionsInUse)) return []
  return readFileSync(versionsInUse, 'utf8')
    .split('\n')
    .filter((line) => folderName.test(line))
}

/** @returns undefined if nothing was ever installed */
export function findProgramInUse(place: Place): { name: string; isThere: boolean } | undefined {
  const [name] = readInUse(place)
  return name === undefined ? undefined : { name, isThere: isThere(place, name) }
}

/** Whether its hook can run. A folder is complete or missing, unless someone deletes files in it. */
function isThere({ versions }: Place, name: string): boolean {
  return existsSync(join(versions, name, 'dist', 'entry', 'hook', 'main.cjs'))
}

export function putIntoUse(place: Place, name: string): void {
  const before = readInUse(place).filter((each) => each !== name)
  writeInUse(place, [name, ...before].slice(0, kept))
}

/** @returns the new version in use, or undefined if there is no earlier one */
export function putFormerIntoUse(place: Place): string | undefined {
  const former = formerVersions(place)
  if (former.length > 0) writeInUse(place, former)
  return former[0]
}

/** The versions before the current one that still exist. */
export function formerVersions(place: Place): string[] {
  const [, ...former] = readInUse(place)
  return former.filter((name) => isThere(place, name))
}

function writeInUse({ versionsInUse }: Place, names: readonly string[]): void {
  writeFileAtomically(versionsInUse, `${names.join('\n')}\n`)
}

/** Removes versions that `in-use` no longer names, and remains of killed installations. */
export function removeOldVersions(place: Place, isAlive: (pid: number) => boolean): void {
  const inUse = readInUse(place)
  for (const name of existsSync(place.versions) ? readdirSync(place.versions) : []) {
    const [, pid] = remainder.exec(name) ?? []
    if (pid !== undefined && !isAlive(Number(pid))) removeWhole(place, name)
    if (folderName.test(name) && !inUse.includes(name)) removeWhole(place, name)
  }
}

/** Renames it first, so that a version is never incomplete. */
function removeWhole({ versions }: Place, name: string): void {
  const doomed = join(versions, `.${name.replace(/^\./, '')}.${process.pid}.old`)
  if (name !== doomed) renameSync(join(versions, name), doomed)
  rmSync(doomed, { recursive: true, force: true })
}
