/** Tokens of signed-in machines and browsers. */
import { ThroughlineError } from '../../../contract/errors.ts'
import { isAtLeast } from '../../../contract/team/vocabulary.ts'
import type { PeopleWriter, Person, Token, TokenKind } from '../../ports/team/people-store.ts'
import type { Caller } from '../caller.ts'
import { type Actor, audited, type PeopleParts } from './actor.ts'
import { refuseKey, requireMayChange } from './may.ts'
import { currentActor } from './members.ts'
import { secretCharacters, writeSecret } from './secret-text.ts'

const dayMs = 86_400_000
const lifeDays: Record<TokenKind, number> = { machine: 366, browser: 14 }

export interface NewToken {
  readonly organisation: string
  readonly person: Person
  readonly kind: TokenKind
  readonly name: string
  readonly requestId?: string | undefined
}

/** @returns the secret, which is stored nowhere */
export async function issueToken(
  { secrets, clock, ids }: PeopleParts,
  people: PeopleWriter,
  { organisation, person, kind, name, requestId }: NewToken,
): Promise<string> {
  const now = clock.now()
  const at = now.toISOString()
  const secret = secrets.random(secretCharacters)
  const id = ids.next()
  await people.addToken({
    id,
    personId: person.id,
    kind,
    name,
    hash: secrets.hash(secret),
    createdAt: at,
    expiresAt: new Date(now.getTime() + lifeDays[kind] * dayMs).toISOString(),
  })
  const action = kind === 'machine' ? 'machine-signed-in' : 'browser-signed-in'
  await people.record(audited({ person, requestId }, at, action, id))
  return writeSecret({ kind, organisation, id, secret })
}

/** @throws `invalid-input` for a key, which is revoked instead */
export async function signOut({ store, clock }: PeopleParts, actor: Actor): Promise<void> {
  const { kind, id } = actor.credential
  if (kind === 'key') {
    throw new ThroughlineError('invalid-input', 'an API key cannot sign out', {
      hint: 'throughline team keys revoke ID',
    })
  }
  const at = clock.now().toISOString()
  await store.writing(actor.organisation, async (people) => {
    await people.revokeToken(id, at)
    await people.record(audited(actor, at, 'signed-out', id))
  })
}

/** A machine or browser that is signed in. */
export interface OpenSignIn
  extends Pick<Token, 'id' | 'kind' | 'name' | 'createdAt' | 'lastUsedAt'> {
  readonly person: Caller['person']
}

/** Machines and browsers that are signed in: one's own; an admin's list has everyone's. */
export async function listSignIns(
  { store, clock }: PeopleParts,
  actor: Actor,
): Promise<OpenSignIn[]> {
  refuseKey(actor)
  const people = store.reading(actor.organisation)
  const [tokens, persons] = await Promise.all([
    people.openTokens(clock.now().toISOString()),
    people.people(),
  ])
  const owners = new Map(persons.map(({ id, name }) => [id, { id, name }]))
  return tokens.flatMap((token) => {
    const person = owners.get(token.personId)
    if (!person || !maySee(actor, token)) return []
    const { id, kind, name, createdAt, lastUsedAt } = token
    return [{ id, kind, name, person, createdAt, lastUsedAt }]
  })
}

/** One's own; others' as an admin, an owner's only as an owner. @throws `not-found`, `not-allowed` */
export async function endSignIn(
  { store, clock }: PeopleParts,
  actor: Actor,
  id: string,
): Promise<void> {
  refuseKey(actor)
  const at = clock.now().toISOString()
  await store.writing(actor.organisation, async (people) => {
    const token = await people.token(id)
    if (!token || token.revokedAt || !maySee(await currentActor(people, actor), token)) {
      throw new ThroughlineError('not-found', 'there is no such machine or browser')
    }
    const owner = await people.person(token.personId)
    if (owner && owner.id !== actor.person.id) requireMayChange(actor, owner)
    await people.revokeToken(id, at)
    await people.record(audited(actor, at, 'signed-out', id))
  })
}

function maySee({ person, role }: Actor, { personId }: Token): boolean {
  return personId === person.id || isAtLeast(role, 'admin')
}
