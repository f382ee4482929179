import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasPostgres } from '../../../../test/support/postgres.ts'
import {
  makeTeam,
  type TestTeam,
  teamProject,
  useSyncServer,
} from '../../../../test/support/team/sync-server.ts'

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('a removal from a client', () => {
  const sync = useSyncServer()
  let team: TestTeam
  beforeAll(async () => {
    team = await makeTeam(sync)
  })

  const stored = async (content: string, caller = team.alice) => {
    const operation = team.put(content)
    const { version = 0 } = await team.one(caller, operation)
    return { ...operation, version }
  }

  test('forgets the text in every version and conflict, and leaves a tombstone', async () => {
    const { id, version } = await stored('Alpha words.')
    await team.one(team.bob, team.put('Beta words.', { id, base: version }))
    await team.one(team.alice, team.put('Gamma words.', { id, base: version }))
    const answer = await team.one(team.alice, team.forget(id))
    expect(answer.outcome).toBe('stored')
    expect(await team.state(id, team.bob)).toEqual({
      ...{ type: 'forgotten', id, project: team.project, version: answer.version },
      ...{ author: team.alice.person, origin: answer.origin },
    })
    const dump = await sync.database.reading(team.organisation).all(
      `SELECT to_jsonb(m) FROM shared_memories m WHERE organisation_id = $1
       UNION ALL SELECT to_jsonb(r) FROM shared_revisions r WHERE organisation_id = $1
       UNION ALL SELECT to_jsonb(c) FROM sync_conflicts c WHERE organisation_id = $1
       UNION ALL SELECT to_jsonb(a) FROM sync_answers a WHERE organisation_id = $1`,
    )
    expect(JSON.stringify(dump)).not.toMatch(/(Alpha|Beta|Gamma) words/)
  })

  test('beats an edit that arrives later, of whatever version', async () => {
    const { id, version } = await stored('Old words.')
    await team.one(team.alice, team.forget(id))
    for (const base of [0, version, version + 10_000_000]) {
      const answer = await team.one(team.bob, team.put('New words.', { id, base }))
      expect(answer).toMatchObject({ outcome: 'forgotten' })
    }
    expect(await team.state(id)).toMatchObject({ type: 'forgotten' })
  })

  test('of something unknown keeps it from living later', async () => {
    const operation = team.put('It arrives too late.')
    await team.one(team.alice, team.forget(operation.id))
    expect(await team.one(team.alice, operation)).toMatchObject({ outcome: 'forgotten' })
  })

  test('is in the audit, as edits and sharing are, with ids and no words', async () => {
    const { id, version } = await stored('Audited words.')
    await team.one(team.bob, team.put('Audited and edited.', { id, base: version }))
    await team.one(team.alice, team.forget(id))
    const [one, two] = [await stored('Withdrawn one.'), await stored('Withdrawn two.')]
    await team.push(team.alice, team.withdraw(one.id), team.withdraw(two.id))
    const entries = await sync.people.parts.store.reading(team.organisation).audit(200)
    const said = entries.map(({ action, person, subject, facts }) =>
      [action, person?.name, subject, facts.count].filter((each) => each !== undefined).join(' '),
    )
    const [alice, bob] = [team.alice.person.name, team.bob.person.name]
    expect(said.slice(0, 3)).toEqual([
      `memories-withdrawn ${alice} ${team.project} 2`,
      `memory-forgotten ${alice} ${id}`,
      `memory-edited ${bob} ${id}`,
    ])
    expect(said).toContain(`project-shared ${alice} ${team.project}`)
    expect(JSON.stringify(entries)).not.toMatch(/Audited|Withdrawn one/)
  })

  test('that repeats another changes nothing', async () => {
    const { id } = await stored('Forgotten twice.')
    const first = await team.one(team.alice, team.forget(id))
    const second = await team.one(team.alice, team.forget(id))
    expect(second).toMatchObject({ outcome: 'stored', version: first.version })
  })

  test('is for the one who shared it and for admins', async () => {
    const { id, version } = await stored("Alice's words.")
    expect(await team.one(team.bob, team.forget(id))).toMatchObject({
      ...{ outcome: 'not-yours', id, version },
    })
    expect(await team.one(team.bob, team.withdraw(id))).toMatchObject({ outcome: 'not-yours' })
    expect(await team.one(team.ada, team.withdraw(id))).toMatchObject({ outcome: 'not-yours' })
    expect(await team.one(team.ada, team.forget(id))).toMatchObject({ outcome: 'stored' })
  })

  test('is not for one who only edited it', async () => {
    const { id, version } = await stored('Words to edit.')
    await team.one(team.bob, team.put('Edited words.', { id, base: version }))
    expect(await team.one(team.bob, team.forget(id))).toMatchObject({ outcome: 'not-yours' })
    expect(await team.one(team.alice, team.forget(id))).toMatchObject({ outcome: 'stored' })
  })

  test('takes back what its author may share again, and nobody else', async () => {
    const { id, version } = await stored('Words to take back.')
    const { version: withdrawn = 0 } = await team.one(team.alice, team.withdraw(id))
    expect(withdrawn).toBeGreaterThan(version)
    expect(await team.state(id)).toMatchObject({ type: 'withdrawn' })
    expect(await team.one(team.bob, team.put('Words.', { id }))).toMatchObject({
      outcome: 'withdrawn',
    })
    const again = await team.one(team.alice, team.put('Words to take back.', { id }))
    expect(again).toMatchObject({ outcome: 'stored', id })
    expect(again.version).toBeGreaterThan(withdrawn)
  })

  test('that forgets is final, even for what was withdrawn before', async () => {
    const { id } = await stored('Withdrawn, then forgotten.')
    await team.one(team.alice, team.withdraw(id))
    const { version } = await team.one(team.alice, team.forget(id))
    expect(await team.one(team.alice, team.withdraw(id))).toMatchObject({
      ...{ outcome: 'forgotten', version },
    })
    expect(await team.state(id)).toMatchObject({ type: 'forgotten' })
    expect(await team.one(team.alice, team.put('Again.', { id }))).toMatchObject({
      outcome: 'forgotten',
    })
  })

  test('follows a memory to the project it was moved to', async () => {
    const { id } = await stored('It moves, then goes.')
    const { id: project } = await sync.server.share(team.alice, teamProject('other'))
    await team.one(team.alice, team.withdraw(id))
    await team.one(team.alice, team.put('It moves, then goes.', { id, project }))
    await team.one(team.alice, team.forget(id))
    expect(await team.state(id)).toMatchObject({ type: 'forgotten' })
    expect(await team.pull(team.bob, project)).toMatchObject([{ type: 'forgotten', id }])
  })

  test('cannot be used to keep another person from sharing their memory elsewhere', async () => {
    const { id } = await stored('Well-known id.')
    const { id: project } = await sync.server.share(team.bob, teamProject('third'))
    for (const type of ['withdraw', 'forget'] as const) {
      const removal = { type, key: randomUUID(), id, project }
      expect(await team.one(team.bob, removal)).toMatchObject({ outcome: 'not-yours' })
    }
    expect(await team.state(id)).toMatchObject({ type: 'memory' })
  })

  test('of a person who leaves takes back all they shared first, and nothing else', async () => {
    const carol = await sync.people.joined(team.olga, 'member')
    const hers = await stored("Carol's words.", carol)
    const his = await stored("Alice's words, again.")
    await team.one(carol, team.put("Alice's words, edited.", { id: his.id, base: his.version }))
    expect(await sync.server.takeBackAll(carol)).toBe(1)
    expect(await team.state(hers.id)).toMatchObject({ type: 'withdrawn' })
    expect(await team.state(his.id)).toMatchObject({ type: 'memory' })
  })
})
