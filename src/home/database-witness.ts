/**
 * run/database-witness.json: what the database contained at the last check, and since when its sizes
 * are recorded. A file that was emptied or replaced looks new. Because its recorded sizes start
 * later, it differs from a database whose owner deleted everything.
 */
import { accessSync, constants, readFileSync, rmSync } from 'node:fs'
import type { HomePaths } from './paths.ts'
import { writeFileAtomically } from './write-files.ts'

export interface DatabaseWitness {
  /** The first day with a recorded size. */
  readonly since: string
  readonly sessions: number
  readonly memories: number
  readonly at: string
}

type Place = Pick<HomePaths, 'databaseWitness'>

/** @returns what is missing, or undefined if it is the same database */
export function findLostDatabase(
  place: Place,
  since: string | undefined,
): DatabaseWitness | undefined {
  const witness = read(place)
  if (!witness) return undefined
  return since === undefined || since > witness.since ? witness : undefined
}

export function keepWitness({ databaseWitness }: Place, witness: DatabaseWitness): void {
  writeFileAtomically(databaseWitness, `${JSON.stringify(witness)}\n`, { mode: 0o600 })
}

/** Accepts the present database from now on. */
export function acknowledgeDatabase({ databaseWitness }: Place): void {
  rmSync(databaseWitness, { force: true })
}

/** Whether hooks can write events. */
export function canWriteEvents({ spool }: Pick<HomePaths, 'spool'>): boolean {
  try {
    accessSync(spool, constants.W_OK)
    return true
  } catch (error) {
    // Without a folder there is no home yet.
    return (error as NodeJS.ErrnoException).code === 'ENOENT'
  }
}

function read({ databaseWitness }: Place): DatabaseWitness | undefined {
  try {
    // Quick commands read it too, so avoid a schema, which is slow to load.
    const { since, sessions, memories, at } = JSON.parse(readFileSync(databaseWitness, 'utf8'))
    const isWhole = [since, at].every((each) => typeof each === 'string')
    return isWhole && sessions + memories > 0 ? { since, sessions, memories, at } : undefined
  } catch {
    return undefined
  }
}
