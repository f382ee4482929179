import { describe, expect, test } from 'vitest'
import { hasPostgres } from '../../../test/support/postgres.ts'
import { useServerApp } from '../../../test/support/team/server-app.ts'
import { putOperation } from '../../../test/support/team/sync-server.ts'
import {
  auditAnswer,
  authCheckAnswer,
  invitationAnswer,
  invitationsAnswer,
  keySecretAnswer,
  keysAnswer,
  linkAnswer,
  membersAnswer,
  tokenAnswer,
} from '../../contract/team/people.ts'

const nobody = '0199b0a0-0000-7000-8000-000000000001'
/** Every route of programs, as a stranger would try them. */
const routes: [method: string, path: string, body?: object | undefined][] = [
  ['GET', '/api/auth-check'],
  ['POST', '/api/sign-out'],
  ['POST', '/api/leave'],
  ['POST', '/api/sign-in-links'],
  ['GET', '/api/members'],
  ['PATCH', `/api/members/${nobody}`, { role: 'owner' }],
  ['DELETE', `/api/members/${nobody}`],
  ['GET', '/api/invitations'],
  ['POST', '/api/invitations', { email: 'x@example.com' }],
  ['DELETE', `/api/invitations/${nobody}`],
  ['GET', '/api/keys'],
  ['POST', '/api/keys', { name: 'x', scopes: ['recall'] }],
  ['POST', `/api/keys/${nobody}/rotate`],
  ['DELETE', `/api/keys/${nobody}`],
  ['GET', '/api/audit'],
  ['GET', '/api/policy'],
  ['POST', '/api/policy', { approve: 'members' }],
  ['POST', '/api/sync/push', { operations: [] }],
  ['POST', '/api/sync/pull', { projects: [] }],
  ['GET', `/api/sync/buckets?project=${nobody}`],
  ['GET', `/api/sync/bucket?project=${nobody}&bucket=00`],
  ['POST', '/api/sync/states', { project: nobody, ids: [] }],
  ['GET', '/api/sync/projects'],
  ['POST', '/api/sync/projects', { type: 'personal' }],
  ['GET', `/api/sync/conflicts?project=${nobody}`],
  ['POST', '/api/sync/conflicts', { id: nobody, keep: 'other' }],
  ['GET', '/api/nothing'],
]
/** What only admins and owners may. */
const forAdmins = routes.filter(
  ([method, path]) =>
    /members\/|invitations|audit/.test(path) || (method === 'POST' && path === '/api/policy'),
)

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('people over HTTP', () => {
  const app = useServerApp()
  const read = async (response: Response | Promise<Response>) =>
    (await (await response).json()) as unknown
  const send = (token: string, [method, path, body]: (typeof routes)[number]) =>
    method === 'GET' ? app.as(token, path) : app.post(token, path, body, method)

  test('tells a caller who they are', async () => {
    const owner = await app.founder()
    const answer = authCheckAnswer.parse(await read(app.as(owner.token, '/api/auth-check')))
    expect(answer).toMatchObject({
      organisation: { id: owner.organisation, name: expect.stringMatching(/^Organisation/) },
      person: owner.person,
      role: 'owner',
    })
  })

  test('invites, lets someone join without a browser, changes their role and removes them', async () => {
    const owner = await app.founder()
    const invited = await app.post(owner.token, '/api/invitations', { email: ' Ada@Example.com ' })
    expect(invited.status).toBe(201)
    const { link, invitation } = invitationAnswer.parse(await read(invited))
    expect(invitation).toMatchObject({ email: 'ada@example.com', role: 'member' })
    expect(link).toMatch(/^https:\/\/memory\.example\.com\/join\/tli_/)
    expect(
      invitationsAnswer.parse(await read(app.as(owner.token, '/api/invitations'))).invitations,
    ).toEqual([invitation])
    const code = link.split('/').at(-1)
    const body = JSON.stringify({ code, name: 'Ada', machine: 'ada-laptop' })
    const joined = await app.ask('/api/join', { method: 'POST', body })
    const { access_token: token } = tokenAnswer.parse(await read(joined))
    const { members } = membersAnswer.parse(await read(app.as(token, '/api/members')))
    const ada = members.find(({ name }) => name === 'Ada')
    await app.post(owner.token, `/api/members/${ada?.id}`, { role: 'reader' }, 'PATCH')
    expect(authCheckAnswer.parse(await read(app.as(token, '/api/auth-check'))).role).toBe('reader')
    await app.post(owner.token, `/api/members/${ada?.id}`, {}, 'DELETE')
    expect((await app.as(token, '/api/auth-check')).status).toBe(401)
  })

  test('creates, rotates, lists and revokes keys', async () => {
    const owner = await app.founder()
    const request = { name: 'CI', scopes: ['recall'], days: 7 }
    const created = keySecretAnswer.parse(await read(app.post(owner.token, '/api/keys', request)))
    expect((await app.as(created.secret, '/api/auth-check')).status).toBe(200)
    const rotated = keySecretAnswer.parse(
      await read(app.post(owner.token, `/api/keys/${created.key.id}/rotate`, { graceHours: 0 })),
    )
    expect((await app.as(created.secret, '/api/auth-check')).status).toBe(401)
    const { keys } = keysAnswer.parse(await read(app.as(owner.token, '/api/keys')))
    expect(keys).toMatchObject([{ name: 'CI', scopes: ['recall'] }])
    await app.post(owner.token, `/api/keys/${created.key.id}`, {}, 'DELETE')
    expect((await app.as(rotated.secret, '/api/auth-check')).status).toBe(401)
  })

  test('shows the audit in pages, with who and which request, and no contents', async () => {
    const owner = await app.founder()
    for (const email of ['a@example.com', 'b@example.com']) {
      await app.post(owner.token, '/api/invitations', { email })
    }
    const first = auditAnswer.parse(await read(app.as(owner.token, '/api/audit?limit=1')))
    expect(first.entries).toMatchObject([
      { action: 'invitation-created', person: owner.person, facts: { role: 'member' } },
    ])
    expect(first.entries[0]?.requestId).toMatch(/^[0-9a-f-]{36}$/)
    const before = first.entries[0]?.number
    const rest = auditAnswer.parse(await read(app.as(owner.token, `/api/audit?before=${before}`)))
    expect(rest.entries.at(-1)?.action).toBe('organisation-created')
    expect(JSON.stringify([first, rest])).not.toContain('@')
  })

  test('people who leave take back what they shared, and the last owner must stay', async () => {
    const owner = await app.founder()
    const member = await app.joined(owner, 'member')
    const share = { type: 'team', identity: 'github.com/acme/app', name: 'app', aliases: [] }
    const shared = await read(app.post(member.token, '/api/sync/projects', share))
    const { id } = shared as { id: string }
    const operation = putOperation(id, 'The port is 8080.')
    await app.post(member.token, '/api/sync/push', { operations: [operation] })
    expect((await app.post(owner.token, '/api/leave')).status).toBe(409)
    expect(await read(app.post(member.token, '/api/leave'))).toEqual({ status: 'ok', withdrawn: 1 })
    expect((await app.as(member.token, '/api/auth-check')).status).toBe(401)
    const pulled = await read(app.post(owner.token, '/api/sync/pull', { projects: [id] }))
    expect(pulled).toMatchObject({ states: [{ type: 'withdrawn', author: member.person }] })
  })

  test('a secret that reaches the server is redacted, and the audit says so without it', async () => {
    const owner = await app.founder()
    const share = { type: 'team', identity: 'github.com/acme/app', name: 'app', aliases: [] }
    const { id } = (await read(app.post(owner.token, '/api/sync/projects', share))) as {
      id: string
    }
    const secret = `gh${'p'}_${'a1B2'.repeat(9)}`
    const operation = putOperation(id, `Deploy with ${secret}.`)
    await app.post(owner.token, '/api/sync/push', { operations: [operation] })
    const pulled = await read(app.post(owner.token, '/api/sync/pull', { projects: [id] }))
    const { entries } = auditAnswer.parse(await read(app.as(owner.token, '/api/audit')))
    expect(JSON.stringify([pulled, entries, app.logged])).not.toContain(secret)
    expect(entries[0]).toMatchObject({ action: 'secret-redacted', person: owner.person })
  })

  test('creates a link that signs your own browser in', async () => {
    const owner = await app.founder()
    const { link } = linkAnswer.parse(await read(app.post(owner.token, '/api/sign-in-links')))
    const page = await app.ask(new URL(link).pathname)
    expect(await page.text()).toContain('Sign in to Organisation')
  })

  test.each(routes)('%s %s gives nothing to strangers and former members', async (...route) => {
    const owner = await app.founder()
    const removed = await app.joined(owner, 'admin')
    const signedOut = await app.joined(owner, 'admin')
    const browser = await app.joined(owner, 'admin', 'browser')
    const created = await app.post(removed.token, '/api/keys', { name: 'k', scopes: ['admin'] })
    const { secret } = keySecretAnswer.parse(await read(created))
    await app.post(owner.token, `/api/members/${removed.person.id}`, {}, 'DELETE')
    await app.post(signedOut.token, '/api/sign-out')
    const refused = JSON.stringify({
      error: { message: 'the token or key is not valid', hint: 'throughline login URL' },
    })
    for (const token of ['', 'x', removed.token, secret, signedOut.token, browser.token]) {
      const response = await send(token, route)
      expect(response.status).toBe(401)
      expect(await response.text()).toBe(refused)
    }
    app.wait({ minutes: 10 })
  })

  test.each(forAdmins)('%s %s is closed to members, readers and weaker keys', async (...route) => {
    const owner = await app.founder()
    const member = await app.joined(owner, 'member')
    const reader = await app.joined(owner, 'reader')
    const request = { name: 'k', scopes: ['recall', 'store', 'sync'] }
    const { secret } = keySecretAnswer.parse(
      await read(app.post(owner.token, '/api/keys', request)),
    )
    const [method, path, body] = route
    const target = path.replace(nobody, owner.person.id)
    for (const token of [member.token, reader.token, secret]) {
      const response = await send(token, [method, target, body])
      expect(response.status).toBe(403)
      expect(await read(response)).toMatchObject({ error: { code: 'not-allowed' } })
    }
  })

  test.each(routes.filter(([, path]) => path.includes(nobody) && !path.includes('sync')))(
    '%s %s finds nothing of another organisation',
    async (method, path, body) => {
      const [ours, theirs] = [await app.founder(), await app.founder()]
      const key = keySecretAnswer.parse(
        await read(app.post(theirs.token, '/api/keys', { name: 'k', scopes: ['recall'] })),
      )
      const { invitation } = invitationAnswer.parse(
        await read(app.post(theirs.token, '/api/invitations', { email: 'c@example.com' })),
      )
      for (const id of [theirs.person.id, key.key.id, invitation.id]) {
        expect((await send(ours.token, [method, path.replace(nobody, id), body])).status).toBe(404)
      }
      expect((await app.as(key.secret, '/api/auth-check')).status).toBe(200)
      const { members } = membersAnswer.parse(await read(app.as(ours.token, '/api/members')))
      expect(members).toHaveLength(1)
    },
  )

  test.each([
    ['/api/invitations', { email: 'not an address' }],
    ['/api/invitations', { email: 'x@example.com', role: 'king' }],
    ['/api/invitations', { email: 'x@example.com', person: 'me' }],
    ['/api/keys', { name: 'x', scopes: [] }],
    ['/api/keys', { name: 'x', scopes: ['all'] }],
    ['/api/keys', { name: 'line\nbreak', scopes: ['recall'] }],
    ['/api/keys', { name: 'right\u202Eto left', scopes: ['recall'] }],
    ['/api/keys', { name: 'x', scopes: ['recall'], days: 10_000 }],
    ['/api/keys/not-an-id/rotate', {}],
  ])('%s refuses %j', async (path, body) => {
    const owner = await app.founder()
    expect((await app.post(owner.token, path, body)).status).toBe(400)
  })

  test('the name of a new member is one visible line', async () => {
    const owner = await app.founder()
    const { link } = invitationAnswer.parse(
      await read(app.post(owner.token, '/api/invitations', { email: 'd@example.com' })),
    )
    const code = link.split('/').at(-1)
    for (const name of ['', ' ', 'x'.repeat(101), 'a\u0000b', 'a\u200Bb']) {
      const body = JSON.stringify({ code, name, machine: 'm' })
      expect((await app.ask('/api/join', { method: 'POST', body })).status).toBe(400)
    }
  })

  test('a large body is refused', async () => {
    const owner = await app.founder()
    const response = await app.post(owner.token, '/api/keys', { name: 'x'.repeat(1_100_000) })
    expect(response.status).toBe(413)
  })
})
