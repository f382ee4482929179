import { describe, expect, test } from 'vitest'
import { hasPostgres } from '../../../../test/support/postgres.ts'
import { type SignedIn, usePeople } from '../../../../test/support/team/people.ts'
import { roles } from '../../../contract/team/vocabulary.ts'
import { acceptLink, previewLink } from './accept-link.ts'
import { createOwnLink, invite, listInvitations, revokeInvitation } from './invitations.ts'
import { changeRole, leave, listMembers, removeFromTeam } from './members.ts'
import { createLinkForMember } from './operator.ts'
import { authenticate, signOut } from './tokens.ts'

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('people of an organisation', () => {
  const people = usePeople()
  const isIn = async ({ token }: SignedIn) =>
    (await authenticate(people.parts, token)) !== undefined
  const use = (code: string, name?: string) =>
    acceptLink(people.parts, { code, name, kind: 'machine', device: 'laptop' })
  const refused = { code: 'not-found', message: 'this link was used or revoked, or has expired' }

  test('an owner invites someone, who joins with the role and the name they chose', async () => {
    const owner = await people.founder()
    const { code, invitation } = await invite(people.parts, owner, 'ada@example.com', 'member')
    expect(await listInvitations(people.parts, owner)).toMatchObject([
      { id: invitation.id, email: 'ada@example.com', role: 'member' },
    ])
    expect(await previewLink(people.parts, code)).toMatchObject({
      email: 'ada@example.com',
      role: 'member',
      isNew: true,
    })
    const token = await use(code, 'Ada Lovelace')
    expect(await authenticate(people.parts, token)).toMatchObject({
      organisation: owner.organisation,
      person: { name: 'Ada Lovelace' },
      role: 'member',
    })
    expect(await listMembers(people.parts, owner)).toHaveLength(2)
    expect(await listInvitations(people.parts, owner)).toEqual([])
  })

  test('a link works once, even for two that use it at the same moment', async () => {
    const owner = await people.founder()
    const { code } = await invite(people.parts, owner, 'ada@example.com', 'member')
    const results = await Promise.allSettled([use(code, 'Ada'), use(code, 'Eve'), use(code, 'Mal')])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(use(code, 'Eve')).rejects.toMatchObject(refused)
    expect(await listMembers(people.parts, owner)).toHaveLength(2)
  })

  test('looking at a link does not use it', async () => {
    const owner = await people.founder()
    const { code } = await invite(people.parts, owner, 'ada@example.com', 'reader')
    await previewLink(people.parts, code)
    await previewLink(people.parts, code)
    await expect(use(code)).rejects.toMatchObject({ code: 'invalid-input' })
    await use(code, 'Ada')
  })

  test('every invalid link is refused in the same words', async () => {
    const owner = await people.founder()
    const open = await invite(people.parts, owner, 'ada@example.com', 'member')
    const revoked = await invite(people.parts, owner, 'eve@example.com', 'member')
    await revokeInvitation(people.parts, owner, revoked.invitation.id)
    const wrongSecret = open.code.slice(0, -1) + (open.code.endsWith('a') ? 'b' : 'a')
    const noOrganisation = open.code.replace(/^tli_.{32}/, `tli_${'ab'.repeat(16)}`)
    const unknownRow = open.code.replace(/^(tli_.{32}).{32}/, `$1${'cd'.repeat(16)}`)
    const asToken = open.code.replace('tli_', 'tlm_')
    for (const code of [
      revoked.code,
      wrongSecret,
      noOrganisation,
      unknownRow,
      asToken,
      '',
      '%00',
    ]) {
      await expect(previewLink(people.parts, code)).rejects.toMatchObject(refused)
      await expect(use(code, 'Eve')).rejects.toMatchObject(refused)
    }
    expect(await authenticate(people.parts, asToken)).toBeUndefined()
    people.wait({ days: 8 })
    await expect(use(open.code, 'Ada')).rejects.toMatchObject(refused)
  })

  test('a second invitation of the same address replaces the first', async () => {
    const owner = await people.founder()
    const first = await invite(people.parts, owner, 'ada@example.com', 'admin')
    const second = await invite(people.parts, owner, 'ada@example.com', 'reader')
    await expect(use(first.code, 'Ada')).rejects.toMatchObject(refused)
    await use(second.code, 'Ada')
    await expect(invite(people.parts, owner, 'ada@example.com', 'member')).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  test('nobody invites or raises anyone above their own role', async () => {
    const owner = await people.founder()
    const admin = await people.joined(owner, 'admin')
    const member = await people.joined(owner, 'member')
    const reader = await people.joined(owner, 'reader')
    const email = 'new@example.com'
    await expect(invite(people.parts, admin, email, 'owner')).rejects.toMatchObject({
      code: 'not-allowed',
    })
    await expect(changeRole(people.parts, admin, admin.person.id, 'owner')).rejects.toMatchObject({
      code: 'not-allowed',
    })
    for (const weak of [member, reader]) {
      for (const role of roles) {
        await expect(invite(people.parts, weak, email, role)).rejects.toMatchObject({
          code: 'not-allowed',
        })
        await expect(changeRole(people.parts, weak, weak.person.id, role)).rejects.toMatchObject({
          code: 'not-allowed',
        })
      }
      await expect(removeFromTeam(people.parts, weak, reader.person.id)).rejects.toMatchObject({
        code: 'not-allowed',
      })
      await expect(listInvitations(people.parts, weak)).rejects.toMatchObject({
        code: 'not-allowed',
      })
    }
    await changeRole(people.parts, admin, member.person.id, 'admin')
  })

  test('an admin cannot touch an owner', async () => {
    const owner = await people.founder()
    const admin = await people.joined(owner, 'admin')
    await people.joined(owner, 'owner')
    for (const change of [
      () => changeRole(people.parts, admin, owner.person.id, 'reader'),
      () => removeFromTeam(people.parts, admin, owner.person.id),
    ]) {
      await expect(change()).rejects.toMatchObject({ code: 'not-allowed' })
    }
  })

  test('an invitation dies with the role of who sent it', async () => {
    const owner = await people.founder()
    const demoted = await people.joined(owner, 'owner')
    const removed = await people.joined(owner, 'admin')
    const asOwner = await invite(people.parts, demoted, 'a@example.com', 'owner')
    const asAdmin = await invite(people.parts, removed, 'b@example.com', 'admin')
    await changeRole(people.parts, owner, demoted.person.id, 'admin')
    await removeFromTeam(people.parts, owner, removed.person.id)
    for (const { code } of [asOwner, asAdmin]) {
      await expect(use(code, 'Eve')).rejects.toMatchObject(refused)
    }
  })

  test('a role that was taken back during a request is no longer valid', async () => {
    const owner = await people.founder()
    const admin = await people.joined(owner, 'admin')
    await changeRole(people.parts, owner, admin.person.id, 'reader')
    await expect(invite(people.parts, admin, 'new@example.com', 'admin')).rejects.toMatchObject({
      code: 'not-allowed',
    })
    await removeFromTeam(people.parts, owner, admin.person.id)
    await expect(invite(people.parts, admin, 'new@example.com', 'admin')).rejects.toMatchObject({
      code: 'not-signed-in',
    })
  })

  test('a removed member is out at once, with every machine, link and invitation', async () => {
    const owner = await people.founder()
    const admin = await people.joined(owner, 'admin')
    const link = await createOwnLink(people.parts, admin)
    const sent = await invite(people.parts, admin, 'c@example.com', 'member')
    const second = await people.signIn((await createOwnLink(people.parts, admin)).code, 'browser')
    expect(await isIn(admin)).toBe(true)
    await removeFromTeam(people.parts, owner, admin.person.id)
    expect(await isIn(admin)).toBe(false)
    expect(await isIn(second)).toBe(false)
    await expect(use(link.code)).rejects.toMatchObject(refused)
    await expect(use(sent.code, 'Carl')).rejects.toMatchObject(refused)
    expect(await listMembers(people.parts, owner)).toHaveLength(1)
  })

  describe('an address that a former member had', () => {
    const removed = async () => {
      const owner = await people.founder()
      const former = await people.joined(owner, 'admin')
      await removeFromTeam(people.parts, owner, former.person.id)
      return { owner, former }
    }

    test('is invited only by somebody who says whose it is now', async () => {
      const { owner, former } = await removed()
      await expect(invite(people.parts, owner, former.email, 'member')).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining('a former member'),
      })
      await expect(
        invite(people.parts, owner, 'never@example.com', 'member', 'same'),
      ).rejects.toMatchObject({ code: 'not-found' })
    })

    test('brings them back as the same person, with the role of the invitation', async () => {
      const { owner, former } = await removed()
      const { code } = await invite(people.parts, owner, former.email, 'member', 'same')
      const back = await people.signIn(code, 'machine')
      expect(back).toMatchObject({ person: { id: former.person.id }, role: 'member' })
      expect(await isIn(former)).toBe(false)
    })

    test('gives its new owner nothing of theirs', async () => {
      const { owner, former } = await removed()
      const { code } = await invite(people.parts, owner, former.email, 'member', 'new')
      const { person } = await people.signIn(code, 'machine')
      expect(person.id).not.toBe(former.person.id)
      people.wait({ days: 1 })
      await removeFromTeam(people.parts, owner, person.id)
      const again = await invite(people.parts, owner, former.email, 'member', 'same')
      expect((await people.signIn(again.code, 'machine')).person.id).toBe(person.id)
    })
  })

  test('the last owner can neither leave nor be demoted nor removed', async () => {
    const owner = await people.founder()
    const lastOwner = { code: 'conflict', message: expect.stringContaining('the last') }
    await expect(leave(people.parts, owner)).rejects.toMatchObject(lastOwner)
    await expect(changeRole(people.parts, owner, owner.person.id, 'admin')).rejects.toMatchObject(
      lastOwner,
    )
    await expect(removeFromTeam(people.parts, owner, owner.person.id)).rejects.toMatchObject(
      lastOwner,
    )
    const other = await people.joined(owner, 'owner')
    const both = await Promise.allSettled([leave(people.parts, owner), leave(people.parts, other)])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('someone who leaves is signed out everywhere', async () => {
    const owner = await people.founder()
    const member = await people.joined(owner, 'member')
    await leave(people.parts, member)
    expect(await isIn(member)).toBe(false)
  })

  test('signing out ends this machine and no other', async () => {
    const owner = await people.founder()
    const { code } = await createOwnLink(people.parts, owner)
    const browser = await people.signIn(code, 'browser')
    await signOut(people.parts, browser)
    expect(await isIn(browser)).toBe(false)
    expect(await isIn(owner)).toBe(true)
  })

  test('a link for a browser signs no machine in, and still works for the browser', async () => {
    const owner = await people.founder()
    const { code } = await createOwnLink(people.parts, owner)
    await expect(use(code)).rejects.toMatchObject({ code: 'not-allowed' })
    expect(await isIn(await people.signIn(code, 'browser'))).toBe(true)
  })

  test('tokens and sign-in links expire', async () => {
    const owner = await people.founder()
    const { code } = await createOwnLink(people.parts, owner)
    const browser = await people.signIn(code, 'browser')
    const late = await createOwnLink(people.parts, owner)
    people.wait({ minutes: 16 })
    await expect(use(late.code)).rejects.toMatchObject(refused)
    people.wait({ days: 15 })
    expect(await isIn(browser)).toBe(false)
    expect(await isIn(owner)).toBe(true)
    people.wait({ days: 366 })
    expect(await isIn(owner)).toBe(false)
  })

  test('the operator lets a person in again who lost every machine', async () => {
    const owner = await people.founder()
    const { code } = await createLinkForMember(people.parts, owner.organisation, owner.email)
    expect((await people.signIn(code)).person.id).toBe(owner.person.id)
    await expect(
      createLinkForMember(people.parts, owner.organisation, 'nobody@example.com'),
    ).rejects.toMatchObject({ code: 'not-found' })
  })

  test('a token of one organisation is nothing in another', async () => {
    const [one, other] = [await people.founder(), await people.founder()]
    const hex = (id: string) => id.replaceAll('-', '')
    const moved = one.token.replace(hex(one.organisation), hex(other.organisation))
    expect(await authenticate(people.parts, moved)).toBeUndefined()
    await expect(removeFromTeam(people.parts, one, other.person.id)).rejects.toMatchObject({
      code: 'not-found',
    })
  })

  test.each([
    '',
    'tl_',
    'Bearer x',
    `tlm_${'0'.repeat(64)}${'a'.repeat(32)}`,
    'tlm_\0',
    '\u{1F600}',
  ])('nobody is %j', async (text) => {
    expect(await authenticate(people.parts, text)).toBeUndefined()
  })
})
