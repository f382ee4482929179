/** Installs versions of this program into the home folder, and switches between them. */
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { installHook } from '../../adapters/filesystem/hook-install.ts'
import { keepNode, nodeFor } from '../../adapters/installed-program/keep-node.ts'
import { readProgram } from '../../adapters/installed-program/program-source.ts'
import { storeProgram } from '../../adapters/installed-program/store-program.ts'
import {
  findProgramInUse,
  formerVersions,
  type InstalledVersion,
  listVersions,
  putFormerIntoUse,
  putIntoUse,
  readInUse,
  removeOldVersions,
  versionIn,
} from '../../adapters/installed-program/versions.ts'
import { writeLaunchers } from '../../adapters/installed-program/write-launchers.ts'
import { schemaOfDatabase, schemaOfProgram } from '../../adapters/sqlite/connection/migrate.ts'
import { withLock } from '../../adapters/sqlite/connection/process-lock.ts'
import { ThroughlineError } from '../../contract/errors.ts'
import { isNewerVersion } from '../../core/setup/compare-versions.ts'
import { ensureHome } from '../../home/ensure-home.ts'
import type { HomePaths } from '../../home/paths.ts'
import { isAlive } from '../../home/processes.ts'
import { isBuilt, packageFolder } from '../../home/program-files.ts'
import { version } from '../../home/version.ts'
import { targetsOf } from './hook-shim.ts'
import { requireWorking } from './run-version.ts'

export { type InstalledVersion, listVersions }

/** The result of a change: the version in use now, and the one before. */
export interface VersionChange {
  readonly name: string
  readonly version: string
  readonly isChanged: boolean
  /** Undefined if none was installed before. */
  readonly before: string | undefined
}

/**
 * Installs the running program, for setup. A newer version in use stays. Sources are not copied: the
 * hook runs them in place.
 * @returns undefined if nothing is installed
 */
export async function installThisProgram(paths: HomePaths): Promise<VersionChange | undefined> {
  ensureHome(paths.root)
  if (!isBuilt) {
    installHook(paths, targetsOf(paths))
    return undefined
  }
  return locked(paths, async () => {
    const inUse = findProgramInUse(paths)
    if (inUse?.isThere && isNewerVersion(versionIn(inUse.name), version)) {
      return unchanged(inUse.name)
    }
    const name = await ownName(paths)
    // Launchers look up the version in use when they run, so every version has them at any time.
    writeStarters(paths)
    const change = switchTo(paths, name)
    installHook(paths, targetsOf(paths))
    return change
  })
}

/** The folder name of the running program, which becomes one of this home's versions if necessary. */
async function ownName(paths: HomePaths): Promise<string> {
  if (runsFromHome(paths)) return basename(packageFolder)
  return storeProgram(readProgram(packageFolder, packageFolder), paths.versions)
}

const runsFromHome = ({ versions }: HomePaths) => dirname(packageFolder) === versions

/**
 * @param given a folder, a tarball or an installed version; default: the running program
 * @throws ThroughlineError; the version in use stays
 */
export async function upgradeProgram(
  paths: HomePaths,
  given: string | undefined,
): Promise<VersionChange> {
  ensureHome(paths.root)
  if (given === undefined && !isBuilt) {
    throw new ThroughlineError('invalid-input', 'this program runs from its sources', {
      hint: 'build it, then run bin/throughline.js upgrade',
    })
  }
  return locked(paths, async () => {
    const name = await findOrInstall(paths, given)
    await requireWorking(paths, name)
    return switchTo(paths, name)
  })
}

async function findOrInstall(paths: HomePaths, given: string | undefined): Promise<string> {
  if (given === undefined) return ownName(paths)
  if (existsSync(given)) return storeProgram(readProgram(given, packageFolder), paths.versions)
  const installed = listVersions(paths).find(
    (each) => each.name === given || each.version === given,
  )
  if (installed) return installed.name
  const hint = 'give a folder, a tarball, or a version that upgrade --list shows'
  throw new ThroughlineError('not-found', `there is no ${given}`, { hint })
}

/** @throws ThroughlineError `not-found` if there is no earlier version, `newer-database` */
export async function rollBackProgram(paths: HomePaths): Promise<VersionChange> {
  ensureHome(paths.root)
  return locked(paths, async () => {
    const [before] = readInUse(paths)
    const [former] = formerVersions(paths)
    if (former === undefined) {
      const hint = 'throughline upgrade --list shows what is installed'
      throw new ThroughlineError('not-found', 'there is no earlier version to go back to', { hint })
    }
    requireReadableDatabase(paths, former)
    await requireWorking(paths, former)
    putFormerIntoUse(paths)
    return { name: former, version: versionIn(former), isChanged: true, before }
  })
}

function switchTo(paths: HomePaths, name: string): VersionChange {
  const [before] = readInUse(paths)
  if (before === name) return unchanged(name)
  requireReadableDatabase(paths, name)
  putIntoUse(paths, name)
  removeOldVersions(paths, isAlive)
  return { name, version: versionIn(name), isChanged: true, before }
}

const unchanged = (name: string): VersionChange => {
  return { name, version: versionIn(name), isChanged: false, before: name }
}

function requireReadableDatabase(paths: HomePaths, name: string): void {
  const known = schemaOfProgram(join(paths.versions, name))
  const schema = schemaOfDatabase(paths.database)
  if (schema <= known) return
  throw new ThroughlineError(
    'newer-database',
    `${versionIn(name)} cannot read the database: it has schema ${schema}, that version knows ${known}`,
    {
      hint: `the version in use stays; to go back, stop the daemon and put the copy of ${paths.backups} from before that schema in place of ${paths.database}`,
    },
  )
}

/** The hook and the command in `bin`, in this version's form. */
export function writeProgramFiles(paths: HomePaths): void {
  writeStarters(paths)
  installHook(paths, targetsOf(paths))
}

function writeStarters(paths: HomePaths): void {
  keepNode(paths)
  writeLaunchers(paths, { node: nodeFor(paths), platform: process.platform })
}

function locked<T>(paths: HomePaths, work: () => Promise<T>): Promise<T> {
  const message = 'another setup or upgrade is running'
  const options = { patienceMs: 60_000, message, hint: 'wait until it has finished' }
  return withLock(paths.versionsLock, options, work)
}
