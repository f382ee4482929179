import { beforeEach, describe, expect, test } from 'vitest'
import { hasPostgres } from '../../../../test/support/postgres.ts'
import type { TestClient } from '../../../../test/support/team/client.ts'
import { useSyncServer } from '../../../../test/support/team/sync-server.ts'
import { openTwoClients, type TwoClients } from '../../../../test/support/team/two-clients.ts'
import type { PullRequest } from '../../../contract/team/sync.ts'
import { syncRound } from './sync-round.ts'

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('two versions of a memory', () => {
  const server = useSyncServer()
  let { team, alice, bob, settle, share } = {} as TwoClients
  beforeEach(async () => {
    ;({ team, alice, bob, settle, share } = await openTwoClients(server))
  })
  /** Alice's won, Bob's waits for him. */
  const collide = async () => {
    const { id } = await alice.write('Deploys run on Mondays.', { tags: ['deploy'] })
    await bob.write('Backups run every night.')
    await share()
    await settle()
    await alice.approve(bob.person.name)
    await bob.approve(alice.person.name)
    await alice.edit(id, 'Deploys run on Tuesdays.')
    await bob.edit(id, 'Deploys run on Fridays.')
    await settle()
    return id
  }
  const conflicts = async () =>
    (await server.server.conflicts(team.rita, { project: team.project })).conflicts
  const former = async (client: TestClient, id: string) =>
    (await client.store.memories.revisions(id)).map(({ memory }) => memory.content)
  const proposals = async (client: TestClient) =>
    (await client.queue()).filter(({ kind }) => kind === 'proposal')
  const item = async () => {
    const [only, another] = await proposals(bob)
    if (!only || another) throw new Error('not one conflict to decide')
    return only
  }

  test('are shown to the one who lost, with who wrote which and when', async () => {
    await collide()
    const shown = await item()
    expect(shown).toMatchObject({
      why: `${alice.person.name} changed this memory before your version reached the team server.`,
      memories: [{ content: 'Deploys run on Tuesdays.', author: alice.person }],
      proposal: {
        changes: [
          { field: 'content', from: 'Deploys run on Tuesdays.', to: 'Deploys run on Fridays.' },
        ],
      },
    })
    expect(shown.proposal?.writtenAt).toMatch(/^\d{4}-/)
    expect(await proposals(alice)).toEqual([])
    expect(await conflicts()).toHaveLength(1)
  })

  test('mine, if chosen, is an edit of the current version that reaches everyone', async () => {
    const id = await collide()
    await bob.review.decideReview({ key: (await item()).key, decision: 'accept' })
    await settle()
    for (const each of [alice, bob]) {
      expect(await each.find(id)).toMatchObject({
        ...{ content: 'Deploys run on Fridays.', tags: ['deploy'] },
      })
    }
    expect(await bob.find(id)).toMatchObject({ author: undefined, trust: 'user' })
    expect(await alice.find(id)).toMatchObject({ author: bob.person })
    expect(await former(alice, id)).toContain('Deploys run on Tuesdays.')
    expect(await conflicts()).toEqual([])
    expect(await bob.queue()).toEqual([])
  })

  test('theirs, if chosen, stays, and mine is in the history', async () => {
    const id = await collide()
    await bob.review.decideReview({ key: (await item()).key, decision: 'drop' })
    await settle()
    for (const each of [alice, bob]) {
      expect(await each.find(id)).toMatchObject({ content: 'Deploys run on Tuesdays.' })
    }
    expect(await bob.find(id)).toMatchObject({ author: alice.person, trust: 'teammate' })
    expect(await former(bob, id)).toContain('Deploys run on Fridays.')
    expect(await conflicts()).toEqual([])
  })

  test('are decided offline, and the server hears of it once, when it is back', async () => {
    const id = await collide()
    bob.line.fault = () => 'request-lost'
    await bob.review.decideReview({ key: (await item()).key, decision: 'accept' })
    await settle()
    expect(await conflicts()).toHaveLength(1)
    bob.line.fault = (request) => (request === 'resolve' ? 'answer-lost' : undefined)
    await settle()
    expect(await conflicts()).toEqual([])
    bob.line.fault = () => undefined
    await settle()
    expect(await bob.store.team.conflicts()).toEqual([])
    expect(await alice.find(id)).toMatchObject({ content: 'Deploys run on Fridays.' })
    const asked = bob.line.requests.filter((request) => request === 'resolve').length
    await settle()
    expect(bob.line.requests.filter((request) => request === 'resolve')).toHaveLength(asked)
  })

  test('need no decision here once an admin chose mine on the server', async () => {
    const id = await collide()
    const [open] = await conflicts()
    await server.server.resolve(team.ada, { id: open?.id ?? '', keep: 'other' })
    await settle()
    expect(await bob.find(id)).toMatchObject({ content: 'Deploys run on Fridays.' })
    expect(await proposals(bob)).toEqual([])
  })

  test.each([
    ['accept', 'Deploys run on Fridays.'],
    ['drop', 'Deploys run on Tuesdays.'],
  ] as const)('stay mine to decide if an admin chose theirs: %s', async (decision, standing) => {
    const id = await collide()
    const [open] = await conflicts()
    await server.server.resolve(team.ada, { id: open?.id ?? '', keep: 'current' })
    await settle()
    expect(await conflicts()).toEqual([])
    await bob.review.decideReview({ key: (await item()).key, decision })
    await settle()
    for (const each of [alice, bob]) {
      expect(await each.find(id)).toMatchObject({ content: standing })
    }
    expect(await former(bob, id)).toContain('Deploys run on Mondays.')
    expect(await bob.store.team.conflicts()).toEqual([])
    expect(await proposals(bob)).toEqual([])
  })

  test('both stay if mine lost before theirs has arrived here', async () => {
    const { id } = await alice.write('Deploys run on Mondays.')
    await share()
    await settle()
    await bob.approve(alice.person.name)
    const { server: line } = bob.ports
    const busy = {
      ...line,
      // Noticed by the comparison, so it is sent at the end of the round.
      async buckets(project: string) {
        await bob.edit(id, 'Deploys run on Fridays.')
        return line.buckets(project)
      },
      async pull(request: PullRequest) {
        const answer = await line.pull(request)
        await alice.edit(id, 'Deploys run on Tuesdays.')
        await alice.sync()
        return answer
      },
    }
    await bob.store.transaction(({ team: known }) =>
      known.changeConnection({ comparedAt: undefined }),
    )
    await syncRound({ ...bob.ports, server: busy })
    expect(await bob.find(id)).toMatchObject({ content: 'Deploys run on Fridays.' })
    await settle()
    expect(await conflicts()).toHaveLength(1)
    expect((await item()).proposal?.changes).toMatchObject([{ to: 'Deploys run on Fridays.' }])
  })
})
