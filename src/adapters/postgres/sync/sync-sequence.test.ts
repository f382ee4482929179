import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isLongRun } from '../../../../test/hermetic/long-run.ts'
import { createTestClock } from '../../../../test/support/core/clock.ts'
import { hasPostgres, useTestDatabase } from '../../../../test/support/postgres.ts'
import { makeSequence, withPlainSequence } from '../../../../test/support/team/plain-sequence.ts'
import {
  addPerson,
  putOperation,
  serve,
  teamProject,
} from '../../../../test/support/team/sync-server.ts'
import type { Mark } from '../../../contract/team/sync.ts'
import type { Caller } from '../../../core/team/caller.ts'
import type { SyncServer } from '../../../core/team/server/create-sync-server.ts'
import { openTeamDatabase, TeamDatabase } from '../connection/team-database.ts'
import { createOrganisation } from '../people/organisations.ts'
import { openPeopleStore } from '../people/people-store.ts'
import { openTeamSyncStore } from './sync-store.ts'

const writers = 16
const pushes = 8
const perPush = 3

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('the sequence of an organisation’s changes', () => {
  const url = useTestDatabase()
  let processes: TeamDatabase[]
  beforeAll(async () => {
    await (await openTeamDatabase({ url: url() })).close()
    const owner = new pg.Client(url())
    await owner.connect()
    await owner.query(makeSequence)
    await owner.end()
    processes = Array.from({ length: 4 }, () => new TeamDatabase({ url: url(), connections: 4 }))
  })
  afterAll(() => Promise.all(processes.map((database) => database.close())))

  /** Sixteen writers in four processes, and a reader that follows them by its cursor. */
  const race = async (open: typeof openTeamSyncStore) => {
    const stores = processes.map((database) => open(database))
    const servers = stores.map((store) => serve(store, createTestClock()))
    const [first] = servers
    const [database] = processes
    if (!first || !database) throw new Error('there are no processes')
    const organisation = await createOrganisation(database, 'ours')
    const alice = await addPerson(openPeopleStore(database), organisation, 'Alice', 'member')
    const { id: project } = await first.share(alice, teamProject('app'))
    let isOver = false
    const following = follow(first, alice, project, () => isOver)
    const written = await Promise.all(
      Array.from({ length: writers }, (_, writer) =>
        writeAll(servers[writer % servers.length] ?? first, alice, project, writer),
      ),
    )
    isOver = true
    const queries = database.reading(alice.organisation)
    const sequences = await queries.texts(
      'SELECT sequence FROM sync_changes WHERE organisation_id = $1 ORDER BY sequence',
    )
    return { seen: await following, written: new Set(written.flat()), sequences }
  }

  test('has no gap, and a reader misses nothing of 16 writers', async () => {
    const { seen, written, sequences } = await race(openTeamSyncStore)
    expect(written.size).toBe(writers * pushes * perPush)
    expect(seen).toEqual(written)
    expect(sequences.map(Number)).toEqual(Array.from(written, (_, index) => index + 1))
  })

  if (isLongRun) {
    test('would lose changes if it were a plain sequence', async () => {
      const { seen, written } = await race(withPlainSequence)
      expect(seen.size).toBeLessThan(written.size)
    })
  }
})

async function writeAll(
  server: SyncServer,
  caller: Caller,
  project: string,
  writer: number,
): Promise<string[]> {
  const ids: string[] = []
  for (let round = 0; round < pushes; round += 1) {
    const operations = Array.from({ length: perPush }, (_, index) =>
      putOperation(project, `Fact ${writer} ${round} ${index}.`),
    )
    await server.push(caller, { operations })
    ids.push(...operations.map(({ id }) => id))
  }
  return ids
}

/** @returns the ids it saw until nothing more came after the end */
async function follow(
  server: SyncServer,
  caller: Caller,
  project: string,
  isOver: () => boolean,
): Promise<Set<string>> {
  const seen = new Set<string>()
  let after: Mark | undefined
  for (;;) {
    const wasOver = isOver()
    const answer = await server.pull(caller, { projects: [project], ...(after && { after }) })
    if (answer.status === 'reset') throw new Error('the reader was reset')
    for (const { id } of answer.states) seen.add(id)
    after = answer.upTo
    if (wasOver && answer.isLast) return seen
  }
}
