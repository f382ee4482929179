/** API keys for programs without a person, such as CI. */
import { ThroughlineError } from '../../../contract/errors.ts'
import { type ApiKey, type CreateKeyRequest, peopleLimits } from '../../../contract/team/people.ts'
import { isAtLeast } from '../../../contract/team/vocabulary.ts'
import type { PeopleReader, Person, StoredKey } from '../../ports/team/people-store.ts'
import {
  type Actor,
  audited,
  mayHoldScope,
  notAllowed,
  type PeopleParts,
  refuseKey,
  requireScope,
} from './actor.ts'
import { tooMany } from './invitations.ts'
import { currentActor, currentPerson } from './members.ts'
import { requireQuota } from './quota.ts'
import { secretCharacters, writeSecret } from './tokens.ts'

const hourMs = 3_600_000

export interface NewKey {
  readonly key: ApiKey
  /** Not stored anywhere. */
  readonly secret: string
}

/** Lists one's own keys, for admins everyone's. */
export async function listKeys({ store }: PeopleParts, actor: Actor): Promise<ApiKey[]> {
  requireScope(actor, 'admin')
  const people = store.reading(actor.organisation)
  const owners = new Map((await people.people()).map((person) => [person.id, person]))
  const keys = (await people.keys()).filter((key) => maySee(actor, key))
  return keys.flatMap((key) => {
    const owner = owners.get(key.personId)
    return owner ? [toApiKey(key, owner)] : []
  })
}

/** @throws `not-allowed` for a scope that one's role does not allow */
export async function createKey(
  parts: PeopleParts,
  actor: Actor,
  { name, scopes, days }: CreateKeyRequest,
): Promise<NewKey> {
  refuseKey(actor)
  const { store, secrets, clock, ids } = parts
  return store.writing(actor.organisation, async (people) => {
    const person = await currentPerson(people, actor)
    const beyond = scopes.find((scope) => !mayHoldScope(person.role, scope))
    if (beyond) throw notAllowed(`your role, ${person.role}, does not allow the scope "${beyond}"`)
    const own = (await people.keys()).filter((each) => each.personId === person.id)
    if (own.length >= peopleLimits.keysPerPerson) throw tooMany('keys')
    const now = clock.now()
    const at = now.toISOString()
    await requireQuota(people, 'keys', (await people.used(at)).keys)
    const secret = secrets.random(secretCharacters)
    const key: StoredKey = {
      id: ids.next(),
      personId: person.id,
      name,
      scopes: [...new Set(scopes)],
      hash: secrets.hash(secret),
      createdAt: at,
      expiresAt: new Date(now.getTime() + days * 24 * hourMs).toISOString(),
    }
    await people.addKey(key)
    const facts = { scopes: key.scopes.join(' '), expiresAt: key.expiresAt }
    await people.record(audited(actor, at, 'key-created', key.id, facts))
    return { key: toApiKey(key, person), secret: secretOf(actor, key, secret) }
  })
}

/**
 * Gives the key a new secret; the old one works for `graceHours` more. Only the key's person may do
 * this, because the secret acts as them.
 */
export async function rotateKey(
  parts: PeopleParts,
  actor: Actor,
  id: string,
  graceHours: number,
): Promise<NewKey> {
  refuseKey(actor)
  const { store, secrets, clock } = parts
  return store.writing(actor.organisation, async (people) => {
    const person = await currentPerson(people, actor)
    const key = await requireKey(people, actor, id)
    if (key.personId !== person.id) throw notAllowed('only its person may rotate a key')
    const now = clock.now()
    const at = now.toISOString()
    const secret = secrets.random(secretCharacters)
    const life = new Date(key.expiresAt).getTime() - new Date(key.createdAt).getTime()
    const change = {
      hash: secrets.hash(secret),
      formerHash: key.hash,
      formerUntil: new Date(now.getTime() + graceHours * hourMs).toISOString(),
      createdAt: at,
      expiresAt: new Date(now.getTime() + life).toISOString(),
    }
    await people.updateKey(id, change)
    await people.record(audited(actor, at, 'key-rotated', id, { graceHours }))
    return {
      key: toApiKey({ ...key, ...change }, person),
      secret: secretOf(actor, key, secret),
    }
  })
}

/** One's own, or anyone's as an admin. @throws `not-found` */
export async function revokeKey(
  { store, clock }: PeopleParts,
  actor: Actor,
  id: string,
): Promise<void> {
  requireScope(actor, 'admin')
  const at = clock.now().toISOString()
  await store.writing(actor.organisation, async (people) => {
    await requireKey(people, await currentActor(people, actor), id)
    await people.updateKey(id, { revokedAt: at })
    await people.record(audited(actor, at, 'key-revoked', id))
  })
}

async function requireKey(people: PeopleReader, actor: Actor, id: string): Promise<StoredKey> {
  const key = await people.key(id)
  if (key && !key.revokedAt && maySee(actor, key)) return key
  throw new ThroughlineError('not-found', 'there is no such key', {
    hint: 'throughline team keys lists them',
  })
}

function maySee(actor: Actor, key: StoredKey): boolean {
  return key.personId === actor.person.id || isAtLeast(actor.role, 'admin')
}

function secretOf({ organisation }: Actor, { id }: StoredKey, secret: string): string {
  return writeSecret({ kind: 'key', organisation, id, secret })
}

function toApiKey(key: StoredKey, { id, name }: Person): ApiKey {
  const { createdAt, expiresAt, lastUsedAt } = key
  return {
    id: key.id,
    name: key.name,
    scopes: [...key.scopes],
    person: { id, name },
    createdAt,
    expiresAt,
    ...(lastUsedAt && { lastUsedAt }),
  }
}
