import { beforeAll, describe, expect, test } from 'vitest'
import { hasPostgres } from '../../../../test/support/postgres.ts'
import {
  makeTeam,
  type TestTeam,
  teamProject,
  useSyncServer,
} from '../../../../test/support/team/sync-server.ts'
import type { ShareRequest } from '../../../contract/team/sync.ts'

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('a shared project', () => {
  const sync = useSyncServer()
  let team: TestTeam
  beforeAll(async () => {
    team = await makeTeam(sync)
  })

  test('is found by its identity or an alias, and learns new aliases', async () => {
    const fork = teamProject('fork', 'github.com/acme/app')
    const found = await sync.server.share(team.bob, fork)
    expect(found).toMatchObject({ id: team.project, name: 'app' })
    expect(found.aliases).toEqual(['github.com/acme/fork'])
    expect(await sync.server.share(team.alice, teamProject('fork'))).toEqual(found)
  })

  test('is one project, even if two machines share it at once', async () => {
    const request = teamProject('raced')
    const both = [team.alice, team.bob].map((caller) => sync.server.share(caller, request))
    const [one, other] = await Promise.all(both)
    expect(one).toEqual(other)
  })

  test('of a person is theirs alone', async () => {
    const own = await sync.server.share(team.alice, { type: 'personal' })
    expect(await sync.server.share(team.alice, { type: 'personal' })).toEqual(own)
    const theirs = await sync.server.share(team.bob, { type: 'personal' })
    expect(theirs.id).not.toBe(own.id)
    const seen = (await sync.server.projects(team.bob)).map(({ id }) => id)
    expect(seen).toContain(theirs.id)
    expect(seen).not.toContain(own.id)
    const guess: ShareRequest = { type: 'team', name: 'x', identity: own.identity, aliases: [] }
    await expect(sync.server.share(team.bob, guess)).rejects.toMatchObject({
      code: 'invalid-input',
    })
  })

  test('can be found by a reader, who makes and changes none', async () => {
    const alias = teamProject('readers-fork', 'github.com/acme/app')
    const found = await sync.server.share(team.rita, alias)
    expect(found.id).toBe(team.project)
    expect(found.aliases).not.toContain('github.com/acme/readers-fork')
    for (const request of [teamProject('unheard-of'), { type: 'personal' } as const]) {
      await expect(sync.server.share(team.rita, request)).rejects.toMatchObject({
        code: 'not-allowed',
      })
    }
  })

  test('keeps no password of its address', async () => {
    const secret = ['ghp', 'a1B2'.repeat(9)].join('_')
    const identity = `https://bot:${secret}@github.com/acme/secret`
    const request: ShareRequest = { type: 'team', name: 'secret', identity, aliases: [] }
    const shared = await sync.server.share(team.alice, request)
    expect(JSON.stringify(shared)).not.toContain(secret)
    const audit = await sync.people.parts.store.reading(team.organisation).audit(10)
    const redacted = { action: 'secret-redacted', subject: shared.id }
    expect(audit).toContainEqual(expect.objectContaining(redacted))
  })

  test('counts the memories that are alive', async () => {
    const { id } = await sync.server.share(team.alice, teamProject('counted'))
    const puts = ['One.', 'Two.'].map((content) => team.put(content, { project: id }))
    await team.push(team.alice, ...puts)
    const gone = { ...team.forget(puts[0]?.id ?? ''), project: id }
    await team.one(team.alice, gone)
    const projects = await sync.server.projects(team.rita)
    expect(projects.find((each) => each.id === id)).toMatchObject({ memories: 1 })
  })
})
