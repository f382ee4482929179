import { describe, expect, test } from 'vitest'
import { hasPostgres } from '../../../../test/support/postgres.ts'
import { usePeople } from '../../../../test/support/team/people.ts'
import type { KeyScope } from '../../../contract/team/vocabulary.ts'
import type { Actor } from './actor.ts'
import { createOwnLink, invite } from './invitations.ts'
import { createKey, listKeys, revokeKey, rotateKey } from './keys.ts'
import { changeRole, removeFromTeam } from './members.ts'
import { authenticate, signOut } from './tokens.ts'

// Skipped where npm has no PostgreSQL for the platform.
describe.skipIf(!hasPostgres())('API keys', () => {
  const people = usePeople()
  const create = (actor: Actor, scopes: KeyScope[] = ['recall'], days = 90) =>
    createKey(people.parts, actor, { name: 'CI', scopes, days })
  const ask = (secret: string) => authenticate(people.parts, secret)
  const notAllowed = { code: 'not-allowed' }

  test('a key acts for its person with its own scopes, and notes when it was used', async () => {
    const owner = await people.founder()
    const { key, secret } = await create(owner, ['recall', 'store', 'recall'])
    expect(secret).toMatch(/^tl_[0-9a-f]{64}[0-9A-Za-z]{32}$/)
    expect(key).toMatchObject({ name: 'CI', scopes: ['recall', 'store'] })
    expect(key.lastUsedAt).toBeUndefined()
    expect(await ask(secret)).toMatchObject({
      organisation: owner.organisation,
      person: owner.person,
      scopes: ['recall', 'store'],
      credential: { kind: 'key', id: key.id },
    })
    expect((await listKeys(people.parts, owner))[0]?.lastUsedAt).toBe(
      people.parts.clock.now().toISOString(),
    )
  })

  test('the database has no secret, only its hash', async () => {
    const owner = await people.founder()
    const { secret } = await create(owner)
    const { code } = await createOwnLink(people.parts, owner)
    const rows = await Promise.all(
      ['people', 'invitations', 'tokens', 'api_keys', 'audit'].map((table) =>
        people.database
          .reading(owner.organisation)
          .all(`SELECT * FROM ${table} WHERE organisation_id = $1`),
      ),
    )
    const kept = JSON.stringify(rows)
    for (const text of [secret, code, owner.token]) expect(kept).not.toContain(text.slice(-32))
  })

  test('a rotated key has a new secret, and the old one works for a while', async () => {
    const owner = await people.founder()
    const { key, secret: first } = await create(owner)
    const { secret: second } = await rotateKey(people.parts, owner, key.id, 24)
    expect(await ask(first)).toBeDefined()
    expect(await ask(second)).toBeDefined()
    people.wait({ minutes: 24 * 60 })
    expect(await ask(first)).toBeUndefined()
    const { secret: third } = await rotateKey(people.parts, owner, key.id, 0)
    expect(await ask(second)).toBeUndefined()
    expect(await ask(third)).toBeDefined()
    people.wait({ days: 90 })
    expect(await ask(third)).toBeUndefined()
  })

  test('a revoked key is invalid at once, even in its grace period', async () => {
    const owner = await people.founder()
    const { key, secret: first } = await create(owner)
    const { secret: second } = await rotateKey(people.parts, owner, key.id, 24)
    await revokeKey(people.parts, owner, key.id)
    expect(await ask(first)).toBeUndefined()
    expect(await ask(second)).toBeUndefined()
    expect(await listKeys(people.parts, owner)).toEqual([])
    await expect(rotateKey(people.parts, owner, key.id, 24)).rejects.toMatchObject({
      code: 'not-found',
    })
  })

  test('the keys of a removed person die with them', async () => {
    const owner = await people.founder()
    const member = await people.joined(owner, 'member')
    const { secret } = await create(member)
    await removeFromTeam(people.parts, owner, member.person.id)
    expect(await ask(secret)).toBeUndefined()
  })

  test('a key can do no more than its owner, even after they lose a role', async () => {
    const owner = await people.founder()
    const admin = await people.joined(owner, 'admin')
    const reader = await people.joined(owner, 'reader')
    const member = await people.joined(owner, 'member')
    await expect(create(reader, ['store'])).rejects.toMatchObject(notAllowed)
    await expect(create(member, ['admin'])).rejects.toMatchObject(notAllowed)
    const { secret } = await create(admin, ['admin'])
    await changeRole(people.parts, owner, admin.person.id, 'reader')
    const actor = (await ask(secret)) as Actor
    expect(actor.role).toBe('reader')
    await expect(invite(people.parts, actor, 'x@example.com', 'reader')).rejects.toMatchObject(
      notAllowed,
    )
  })

  test('a key cannot create a credential that outlives it', async () => {
    const owner = await people.founder()
    const { key, secret } = await create(owner, ['admin', 'sync'])
    const actor = (await ask(secret)) as Actor
    await expect(create(actor)).rejects.toMatchObject(notAllowed)
    await expect(rotateKey(people.parts, actor, key.id, 0)).rejects.toMatchObject(notAllowed)
    // Whoever was invited would stay after the key is gone.
    await expect(invite(people.parts, actor, 'x@example.com', 'reader')).rejects.toMatchObject({
      ...notAllowed,
      message: expect.stringContaining('key'),
    })
    await expect(createOwnLink(people.parts, actor)).rejects.toMatchObject(notAllowed)
    await expect(signOut(people.parts, actor)).rejects.toMatchObject({ code: 'invalid-input' })
  })

  test('a key without the scope admin manages nothing', async () => {
    const owner = await people.founder()
    const { key, secret } = await create(owner, ['recall', 'store', 'sync'])
    const actor = (await ask(secret)) as Actor
    for (const attempt of [
      () => invite(people.parts, actor, 'x@example.com', 'reader'),
      () => changeRole(people.parts, actor, owner.person.id, 'reader'),
      () => removeFromTeam(people.parts, actor, owner.person.id),
      () => listKeys(people.parts, actor),
      () => revokeKey(people.parts, actor, key.id),
    ]) {
      await expect(attempt()).rejects.toMatchObject(notAllowed)
    }
  })

  test('members see and revoke their own keys, admins everyone’s, and nobody rotates another’s', async () => {
    const owner = await people.founder()
    const [one, other] = [
      await people.joined(owner, 'member'),
      await people.joined(owner, 'member'),
    ]
    const { key } = await create(one)
    await create(other)
    expect(await listKeys(people.parts, one)).toHaveLength(1)
    expect(await listKeys(people.parts, owner)).toHaveLength(2)
    await expect(revokeKey(people.parts, other, key.id)).rejects.toMatchObject({
      code: 'not-found',
    })
    await expect(rotateKey(people.parts, owner, key.id, 0)).rejects.toMatchObject(notAllowed)
    await revokeKey(people.parts, owner, key.id)
  })
})
