/** An organisation on a real PostgreSQL, and four machines of three people that sync with it. */
import { randomUUID } from 'node:crypto'
import { sha256 } from '../../../../src/adapters/ids.ts'
import type { Queries } from '../../../../src/adapters/postgres/connection/queries.ts'
import type { TeamDatabase } from '../../../../src/adapters/postgres/connection/team-database.ts'
import { openPeopleStore } from '../../../../src/adapters/postgres/people/people-store.ts'
import { readSync } from '../../../../src/adapters/postgres/sync/sync-reader.ts'
import { writeAndIndex } from '../../../../src/adapters/postgres/sync/sync-store.ts'
import { createRedactor } from '../../../../src/adapters/redaction/redactor.ts'
import type { Role } from '../../../../src/contract/team/vocabulary.ts'
import type { Redactor } from '../../../../src/core/ports/redactor.ts'
import type { TeamSyncStore } from '../../../../src/core/ports/team/team-sync-store.ts'
import {
  createSyncServer,
  type SyncServer,
} from '../../../../src/core/team/server/create-sync-server.ts'
import { createTestClock } from '../../core/clock.ts'
import type { Owner } from '../backup.ts'
import { overQueries } from '../over-queries.ts'
import { addPerson, teamProject } from '../sync-server.ts'
import { type Age, openLine } from './bad-line.ts'
import { type Machine, mirrorIdentity, startMachine } from './machine.ts'
import { type Mutant, mutateClient, mutateServer } from './mutants.ts'
import type { Random } from './random.ts'

export interface World {
  readonly mutant: Mutant | undefined
  readonly organisation: string
  readonly machines: readonly Machine[]
  readonly store: TeamSyncStore
  readonly database: TeamDatabase
  readonly server: SyncServer
  readonly owner: Owner
  readonly random: Random
  /** An old client sends no origins, so some of what was forgotten cannot be proven. */
  readonly hasOldClient: boolean
  close(): void
}

export interface Surroundings {
  readonly database: TeamDatabase
  readonly owner: Owner
  /** Ends every connection of the server, in the middle of what they do; another one can be opened then. */
  readonly killDatabase: () => Promise<void>
}

export interface WorldOptions {
  readonly mutant?: Mutant | undefined
  /** By how much the clocks of the machines are wrong, in milliseconds. */
  readonly clockErrors?: readonly number[] | undefined
}

const year = 365 * 86_400_000
const start = Date.parse('2026-06-01T00:00:00.000Z')
const wrongClocks = [0, -year, year, 3_600_000]
const ages: readonly Age[] = ['newer', 'same', 'old', 'same']

const redactor = createRedactor()
/** Of an old client that lets secrets through. */
const blind: Redactor = {
  redact: (text) => text,
  redactMember: (_, value) => value,
  forEvent: () => blind,
}

export async function makeWorld(
  { database, owner, killDatabase }: Surroundings,
  random: Random,
  { mutant, clockErrors = wrongClocks }: WorldOptions,
): Promise<World> {
  const people = openPeopleStore(database)
  const organisation = await people.createOrganisation('Acme')
  const join = (name: string, role: Role) => addPerson(people, organisation, name, role)
  const alice = await join('Alice', 'member')
  const callers = [alice, alice, await join('Bob', 'member'), await join('Ada', 'admin')]
  let killIn = Number.POSITIVE_INFINITY
  const endangerDatabase = (probability: number) => {
    killIn = random.chance(probability) ? 1 + random.below(8) : Number.POSITIVE_INFINITY
  }
  const endangered = (queries: Queries) =>
    overQueries(queries, async (sql) => {
      killIn -= 1
      if (killIn === 0) await killDatabase()
      return sql
    })
  const store: TeamSyncStore = {
    reading: (id) => readSync(endangered(database.reading(id))),
    writing: (id, work) =>
      database.writing(id, (queries) => writeAndIndex(endangered(queries), work)),
  }
  const server = createSyncServer(mutateServer(store, mutant), {
    ...{ redactor, hash: sha256, newId: randomUUID, randomBelow: random.below },
    clock: createTestClock(),
  })
  const hasOldClient = random.chance(0.3)
  const [first] = callers
  if (first) await server.share(first, teamProject('app', mirrorIdentity))
  const machines: Machine[] = []
  for (const [index, caller] of callers.entries()) {
    const dropsWitness = mutant === 'no-witness'
    const age = hasOldClient ? (ages[index] ?? 'same') : 'same'
    const machine = await startMachine({
      ...{ caller, random, redactor: index === 2 ? blind : redactor },
      line: openLine({ server, caller, random, endangerDatabase, dropsWitness, age }),
      clockStart: new Date(start + (clockErrors[index] ?? 0)).toISOString(),
      mutate: (each) => mutateClient(each, mutant),
    })
    machines.push(machine)
  }
  return {
    ...{ mutant, organisation, machines, store, database, server, owner, random, hasOldClient },
    close() {
      for (const machine of machines) machine.close()
    },
  }
}
