import { describe, expect, test } from 'vitest'
import { hasPostgres } from '../../../../test/support/postgres.ts'
import type { SignedIn } from '../../../../test/support/team/people.ts'
import { useTeamBrowsers } from '../../../../test/support/team/team-browsers.ts'
import { invite } from '../../../core/team/people/invitations.ts'
import { createKey } from '../../../core/team/people/keys.ts'

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('pages about members, keys and usage', () => {
  const { app, team, open, read, submit, browserOf } = useTeamBrowsers()
  const owner = () => team().owner
  const member = () => team().member
  const reader = () => team().reader

  test('members and readers see no admin pages and no buttons that would be refused', async () => {
    for (const { browser } of [member(), reader()]) {
      for (const path of ['/usage', '/audit', '/status']) {
        expect((await open(browser, path)).status).toBe(403)
      }
      const shown = await read(browser, '/members')
      for (const text of ['Invite', 'Remove', 'Change']) expect(shown).not.toContain(text)
      const { id } = owner().laptop.person
      for (const [path, fields] of [
        ['/members/invitations', { email: 'eve@example.com', role: 'owner' }],
        [`/members/${id}/role`, { role: 'reader' }],
        [`/members/${id}/remove`, {}],
      ] as const) {
        expect((await submit(browser, path, fields)).status).toBe(403)
      }
    }
  })

  test('an admin invites, changes a role and removes', async () => {
    const made = await submit(owner().browser, '/members/invitations', {
      email: 'new@example.com',
      role: 'member',
    })
    const [link = ''] =
      /https:\/\/memory\.example\.com\/join\/tli_\w+/.exec(await made.text()) ?? []
    expect(await read(owner().browser, '/members')).toContain('new@example.com')
    const joined = await app.submit(new URL(link).pathname, { name: 'Newcomer' })
    expect(joined.status).toBe(303)
    const members = (await (await app.as(owner().laptop.token, '/api/members')).json()) as {
      members: { id: string; name: string; role: string }[]
    }
    const { id = '' } = members.members.find(({ name }) => name === 'Newcomer') ?? {}
    await submit(owner().browser, `/members/${id}/role`, { role: 'admin' })
    expect(await read(owner().browser, `/members/${id}/remove`)).toContain('Remove Newcomer?')
    expect(await read(owner().browser, '/members')).toContain('Newcomer')
    await submit(owner().browser, `/members/${id}/remove`)
    expect(await read(owner().browser, '/members')).not.toContain('Newcomer')
    expect(await read(owner().browser, '/audit')).toContain('role changed')
    const fields = { email: 'new@example.com', role: 'member' }
    const asked = await submit(owner().browser, '/members/invitations', fields)
    expect(await asked.text()).toContain('Newcomer comes back')
    const again = await submit(owner().browser, '/members/invitations', {
      ...fields,
      person: 'new',
    })
    expect(again.status).toBe(201)
  })

  test('a revoked invitation’s link no longer works', async () => {
    const email = 'late@example.com'
    const { code, invitation } = await invite(app.parts, owner().laptop, email, 'member')
    await submit(owner().browser, `/members/invitations/${invitation.id}/revoke`)
    expect((await app.ask(`/join/${code}`)).status).toBe(404)
  })

  test('a person can end their own sign-ins only', async () => {
    const second = await app.post(member().laptop.token, '/api/sign-in-links')
    const { link } = (await second.json()) as { link: string }
    const lost = await app.signIn(link.split('/').at(-1) ?? '', 'browser')
    const path = `/members/sign-ins/${lost.credential.id}/end`
    expect((await submit(reader().browser, path)).status).toBe(404)
    expect((await submit(member().browser, path)).status).toBe(303)
    expect((await app.as(lost.token, '/api/auth-check')).status).toBe(401)
    expect((await app.as(member().laptop.token, '/api/auth-check')).status).toBe(200)
  })

  test('an admin can sign out any machine except an owner’s', async () => {
    const admin = await browserOf(await app.joined(owner().laptop, 'admin'))
    const end = (who: SignedIn) =>
      submit(admin.browser, `/members/sign-ins/${who.credential.id}/end`)
    expect((await end(owner().laptop)).status).toBe(403)
    const { laptop } = await browserOf(await app.joined(owner().laptop, 'member'))
    expect((await end(laptop)).status).toBe(303)
    expect((await app.as(laptop.token, '/api/auth-check')).status).toBe(401)
  })

  test('a key is created, shown once, rotated and revoked', async () => {
    const fields = { name: 'CI', scope: 'recall', days: '30' }
    const [secret = ''] =
      /tl_\w+/.exec(await (await submit(member().browser, '/keys', fields)).text()) ?? []
    expect((await app.as(secret, '/api/auth-check')).status).toBe(200)
    const listed = await read(member().browser, '/keys')
    expect(listed).toContain('CI')
    expect(listed).not.toContain(secret)
    const [, id = ''] = /\/keys\/([\w-]+)\/rotate/.exec(listed) ?? []
    const rotated = await (await submit(member().browser, `/keys/${id}/rotate`)).text()
    expect(rotated).toMatch(/tl_\w+/)
    await submit(member().browser, `/keys/${id}/revoke`)
    expect((await app.as(secret, '/api/auth-check')).status).toBe(401)
  })

  test('nobody can rotate or revoke another person’s key; a reader gets no key that stores', async () => {
    const wanted = { name: 'CI', scopes: ['recall' as const], days: 1 }
    const { key } = await createKey(app.parts, member().laptop, wanted)
    expect((await submit(owner().browser, `/keys/${key.id}/rotate`)).status).toBe(403)
    expect((await submit(reader().browser, `/keys/${key.id}/revoke`)).status).toBe(404)
    const stores = { name: 'CI', scope: 'store', days: '30' }
    expect((await submit(reader().browser, '/keys', stores)).status).toBe(403)
    expect((await submit(reader().browser, '/keys', { ...stores, days: '999' })).status).toBe(400)
  })

  test('usage counts memories, bytes and requests; health names machines that went silent', async () => {
    const usage = await read(owner().browser, '/usage')
    expect(usage).toContain('shop')
    expect(usage).toMatch(/\d+(\.\d)? (B|KB)/)
    expect(await read(owner().browser, '/status')).toContain('Every machine synced')
    app.wait({ days: 8 })
    await app.as(owner().laptop.token, '/api/auth-check')
    const shown = await read(owner().browser, '/status')
    expect(shown).toMatch(/\d+ machines? not seen for a week/)
    expect(shown).toContain('1.2.3')
  })
})
