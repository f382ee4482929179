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
describe.skipIf(!hasPostgres())('a memory from a client', () => {
  const sync = useSyncServer()
  let team: TestTeam
  beforeAll(async () => {
    team = await makeTeam(sync)
  })

  const stored = async (content: string) => {
    const operation = team.put(content)
    const { version = 0 } = await team.one(team.alice, operation)
    return { ...operation, version }
  }
  const edit = (id: string, base: number, content: string) => team.put(content, { id, base })
  const conflictsOf = async (id: string) =>
    (await sync.store.reading(team.organisation).conflicts(team.project)).filter(
      ({ memoryId }) => memoryId === id,
    )
  const revisionsOf = (id: string) =>
    sync.store.reading(team.organisation).revisions(team.project, id)

  test('is given to the whole team, with its author', async () => {
    const { id, text, version } = await stored('Tests run with vitest.')
    expect(await team.state(id, team.bob)).toMatchObject({
      ...{ type: 'memory', id, project: team.project, version, text },
      ...{ author: team.alice.person, isFromNewcomer: true },
    })
  })

  test('is applied once, however often it arrives', async () => {
    const operation = team.put('The build takes a minute.')
    const first = await team.one(team.alice, operation)
    const head = await sync.store.reading(team.organisation).head()
    expect(await team.push(team.alice, operation, operation)).toEqual([first, first])
    expect(await sync.store.reading(team.organisation).head()).toEqual(head)
  })

  test('is answered the same for four weeks, removals too', async () => {
    const operation = team.put('Caches are warm at nine.')
    const first = await team.one(team.alice, operation)
    const removal = team.forget(operation.id)
    const gone = await team.one(team.alice, removal)
    sync.people.wait({ days: 27 })
    await sync.server.prune(team.organisation)
    const kept = () =>
      sync.database
        .reading(team.organisation)
        .number('SELECT count(*) FROM sync_answers WHERE organisation_id = $1')
    expect(await kept()).toBeGreaterThan(0)
    expect(await team.one(team.alice, removal)).toEqual(gone)
    expect(await team.one(team.alice, operation)).toMatchObject({
      ...{ outcome: 'stored', id: first.id, version: first.version, at: first.at },
    })
    sync.people.wait({ days: 2 })
    await sync.server.prune(team.organisation)
    expect(await kept()).toBe(0)
    expect(await team.one(team.alice, operation)).toMatchObject({ outcome: 'forgotten' })
  })

  test("is answered by its own key only, whatever another person's key was", async () => {
    const operation = team.put('Deploys go out on Tuesday.')
    await team.one(team.alice, operation)
    const other = team.put('Deploys go out on Friday.', { key: operation.key })
    expect(await team.one(team.bob, other)).toMatchObject({ outcome: 'stored', id: other.id })
  })

  test('replaces the version it was made from, which stays as a revision', async () => {
    const { id, version } = await stored('The port is 8000.')
    const answer = await team.one(team.bob, edit(id, version, 'The port is 8001.'))
    expect(answer).toMatchObject({ outcome: 'stored', id })
    expect(answer.version).toBeGreaterThan(version)
    expect(await team.state(id)).toMatchObject({
      author: team.bob.person,
      text: { content: 'The port is 8001.' },
    })
    expect(await revisionsOf(id)).toMatchObject([
      { version, author: team.alice.person, text: { content: 'The port is 8000.' } },
    ])
  })

  test('loses to a change it does not know, and is kept for review', async () => {
    const { id, version } = await stored('The queue is Redis.')
    const { version: head } = await team.one(team.bob, edit(id, version, 'The queue is SQS.'))
    const late = edit(id, version, 'The queue is Kafka.')
    expect(await team.one(team.alice, late)).toMatchObject({
      ...{ outcome: 'conflict', id, version: head },
    })
    expect(await team.state(id)).toMatchObject({ text: { content: 'The queue is SQS.' } })
    expect(await conflictsOf(id)).toMatchObject([
      { id: late.key, base: version, author: team.alice.person, text: late.text },
    ])
  })

  test('that lost is kept once, even if it arrives again after its answer was pruned', async () => {
    const { id, version } = await stored('The cache is Redis.')
    await team.one(team.bob, team.put('The cache is Valkey.', { id, base: version }))
    const late = team.put('The cache is memcached.', { id, base: version })
    await team.one(team.alice, late)
    await sync.store.writing(team.organisation, (tx) =>
      tx.prune({ changes: late.text.createdAt, answers: '9999-01-01T00:00:00.000Z' }),
    )
    expect(await team.one(team.alice, late)).toMatchObject({ outcome: 'conflict' })
    expect(await conflictsOf(id)).toHaveLength(1)
  })

  test('conflicts with nothing if both changes say the same', async () => {
    const { id, version } = await stored('Logs are JSON.')
    const words = 'Logs are JSON lines.'
    const first = await team.one(team.bob, edit(id, version, words))
    const second = await team.one(team.alice, edit(id, version, words))
    expect(second).toMatchObject({ outcome: 'stored', version: first.version })
    expect(await conflictsOf(id)).toEqual([])
  })

  test('is taken from a client that knows a version this server lost', async () => {
    const { id, version } = await stored('Node 20 is in use.')
    const base = version + 5_000_000
    const answer = await team.one(team.alice, edit(id, base, 'Node 24 is in use.'))
    expect(answer).toMatchObject({ outcome: 'stored' })
    expect(answer.version).toBeGreaterThan(base)
  })

  test('that was already said by another is not stored twice', async () => {
    const first = await stored('Use pnpm, not npm.')
    const again = team.put('Use  pnpm, not npm.')
    expect(await team.one(team.bob, again)).toMatchObject({ outcome: 'same', id: first.id })
    expect(await team.state(again.id)).toBeUndefined()
  })

  test('that becomes the same as another is superseded by it', async () => {
    const first = await stored('Use tabs.')
    const second = await stored('Use two spaces.')
    const answer = await team.one(team.bob, edit(second.id, second.version, 'Use tabs.'))
    expect(answer).toMatchObject({ outcome: 'same', id: first.id, version: first.version })
    const superseded = { supersededBy: first.id, validTo: expect.any(String) }
    expect(await team.state(second.id)).toMatchObject({ text: superseded })
    expect(await revisionsOf(second.id)).toHaveLength(1)
  })

  test('may say again what was superseded', async () => {
    const at = '2026-01-01T00:00:00.000Z'
    await team.one(team.alice, team.put({ content: 'Use yarn.', validTo: at }))
    expect(await team.one(team.bob, team.put('Use yarn.'))).toMatchObject({ outcome: 'stored' })
  })

  test('loses a key that another memory has, and the client learns it', async () => {
    await team.one(team.alice, team.put({ content: 'make test', key: 'test command' }))
    const other = team.put({ content: 'make check', key: 'test command' })
    const { outcome, version = 0 } = await team.one(team.bob, other)
    const kept = await team.state(other.id)
    expect(outcome).toBe('stored')
    expect(kept).toMatchObject({ text: { content: 'make check' } })
    expect(kept).not.toHaveProperty('text.key')
    expect(kept?.version).toBeGreaterThan(version)
  })

  test('with the key and the words of another is the same', async () => {
    const first = team.put({ content: 'make lint', key: 'lint command' })
    await team.one(team.alice, first)
    const again = team.put({ content: 'make lint', key: 'lint command' })
    expect(await team.one(team.bob, again)).toMatchObject({ outcome: 'same', id: first.id })
  })

  test('may have the words of another under a key of its own', async () => {
    await stored('npm run dev')
    const keyed = team.put({ content: 'npm run dev', key: 'start command' })
    expect(await team.one(team.bob, keyed)).toMatchObject({ outcome: 'stored', id: keyed.id })
  })

  test('is stored without characters that PostgreSQL refuses', async () => {
    const operation = team.put({ content: 'A NUL \0 and half a pair \ud800.', tags: ['a\0b'] })
    expect(await team.one(team.alice, operation)).toMatchObject({ outcome: 'stored' })
    expect(await team.state(operation.id)).toMatchObject({
      text: { content: 'A NUL  and half a pair \ufffd.', tags: ['a b'] },
    })
  })

  test('is redacted here too; the audit says whose it was, and the client learns it', async () => {
    const secret = ['ghp', 'a1B2'.repeat(9)].join('_')
    const operation = team.put({
      content: `The token is ${secret}`,
      keywords: [`token ${secret}`],
      files: [`keys/${secret}`],
    })
    const { version = 0 } = await team.one(team.alice, operation)
    const kept = await team.state(operation.id)
    expect(JSON.stringify(kept)).not.toContain(secret)
    expect(kept?.version).toBeGreaterThan(version)
    const audit = await sync.people.parts.store.reading(team.organisation).audit(10)
    const { id, name } = team.alice.person
    expect(audit).toContainEqual(
      expect.objectContaining({
        ...{ action: 'secret-redacted', person: { id, name }, subject: operation.id },
      }),
    )
    expect(JSON.stringify(audit)).not.toContain(secret)
  })

  test('is refused if it is nothing but a secret, or malformed, and does not delay others', async () => {
    const secret = ['ghp', 'a1B2'.repeat(9)].join('_')
    const long = { ...team.put('x'), text: { ...team.put('x').text, content: 'x'.repeat(2_000) } }
    const unknown = { ...team.put('y'), text: { ...team.put('y').text, kind: 'omen' } }
    const good = team.put('The good one arrives.')
    const answer = await sync.server.push(team.alice, {
      operations: [team.put(secret), long, unknown, good],
    })
    expect(answer).toMatchObject({
      status: 'ok',
      answers: [
        { outcome: 'refused', reason: expect.stringContaining('secret') },
        { outcome: 'refused', reason: expect.stringContaining('content') },
        { outcome: 'refused', reason: expect.stringContaining('kind') },
        { outcome: 'stored', id: good.id },
      ],
    })
  })

  test('is refused in a project that is unknown or another person’s own', async () => {
    const own = await sync.server.share(team.bob, { type: 'personal' })
    for (const project of [randomUUID(), own.id]) {
      const operation = team.put('Words for elsewhere.', { project })
      expect(await team.one(team.alice, operation)).toMatchObject({ outcome: 'refused' })
    }
    expect(await team.pull(team.bob, own.id)).toEqual([])
  })

  test('moves to another project once it was withdrawn from the previous one', async () => {
    const { id } = await stored('It belongs to the library.')
    const { id: project } = await sync.server.share(team.alice, teamProject('library'))
    const moved = team.put('It belongs to the library.', { id, project })
    expect(await team.one(team.alice, { ...moved, key: randomUUID() })).toMatchObject({
      outcome: 'refused',
    })
    await team.one(team.alice, team.withdraw(id))
    expect(await team.one(team.alice, moved)).toMatchObject({ outcome: 'stored' })
    expect(await team.state(id)).toMatchObject({ type: 'withdrawn', project: team.project })
    expect(await team.pull(team.bob, project)).toMatchObject([{ type: 'memory', id, project }])
  })
})
