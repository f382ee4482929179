/** Tokens of signed-in machines and browsers. */
import { ThroughlineError } from '../../../contract/errors.ts'
import { isAtLeast, keyScopes } from '../../../contract/team/vocabulary.ts'
import {
  type PeopleWriter,
  type Person,
  type Token,
  type TokenKind,
  tokenKinds,
} from '../../ports/team/people-store.ts'
import type { Caller } from '../caller.ts'
import { type Actor, audited, type PeopleParts, refuseKey, requireMayChange } from './actor.ts'
import { currentActor } from './members.ts'

const dayMs = 86_400_000
const lifeDays: Record<TokenKind, number> = { machine: 366, browser: 14 }

export interface NewToken {
  readonly organisation: string
  readonly person: Person
  readonly kind: TokenKind
  readonly name: string
  readonly requestId?: string | undefined
}

/** @returns the secret, which is not stored anywhere */
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

/** @throws `invalid-input` for a key, which must be revoked instead */
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

export interface OpenSignIn
  extends Pick<Token, 'id' | 'kind' | 'name' | 'createdAt' | 'lastUsedAt'> {
  readonly person: Caller['person']
}

/** Lists signed-in machines and browsers: one's own, for admins everyone's. */
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

/**
 * The format of a secret: its purpose, the organisation and the row it belongs to, then the secret
 * itself. So it is looked up by row and only then compared.
 */

const prefixes = {
  ...{ key: 'tl_', machine: 'tlm_', browser: 'tlb_', link: 'tli_', device: 'tld_' },
  'sign-on': 'tls_',
}
type SecretKind = keyof typeof prefixes

export interface SecretText {
  readonly kind: SecretKind
  readonly organisation: string
  readonly id: string
  readonly secret: string
}

/** For what belongs to no organisation, such as unapproved machines. */
export const noOrganisation = '00000000-0000-0000-0000-000000000000'

/** Letters and digits: 190 bits. */
export const secretCharacters = 32
const pattern = /^(tl[mbids]?_)([0-9a-f]{32})([0-9a-f]{32})([0-9A-Za-z]{32})$/

export function writeSecret({ kind, organisation, id, secret }: SecretText): string {
  const [owner, row] = [organisation, id].map((uuid) => uuid.replaceAll('-', ''))
  return `${prefixes[kind]}${owner}${row}${secret}`
}

export function parseSecret(text: string): SecretText | undefined {
  const [, prefix, organisation, id, secret] = pattern.exec(text) ?? []
  const kind = (Object.keys(prefixes) as SecretKind[]).find((each) => prefixes[each] === prefix)
  if (!kind || !organisation || !id || !secret) return undefined
  return { kind, organisation: toUuid(organisation), id: toUuid(id), secret }
}

const toUuid = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

// Who a token or key belongs to. Checked on every request, so a removed person is locked out at once.

/** @returns undefined for any invalid credential, without a reason */
export async function authenticate(
  { store, secrets, clock }: PeopleParts,
  text: string,
  requestId?: string,
): Promise<Actor | undefined> {
  const given = parseSecret(text)
  if (!given) return undefined
  const { organisation, id, kind } = given
  if (kind !== 'key' && !isTokenKind(kind)) return undefined
  const found = await store.reading(organisation).signedIn(kind, id)
  if (!found) return undefined
  const at = clock.now().toISOString()
  const { person, scopes = keyScopes, formerHash, formerUntil = '' } = found
  const hashes = [found.hash, ...(formerHash && formerUntil > at ? [formerHash] : [])]
  const hash = secrets.hash(given.secret)
  const isRight = hashes.filter((each) => secrets.isEqual(each, hash)).length > 0
  if (!isRight || found.revokedAt || found.expiresAt <= at) return undefined
  if (isLongAgo(found.lastUsedAt, at)) await store.noteUse(organisation, kind, id, at)
  const { name, role } = person
  return {
    ...{ organisation, person: { id: person.id, name }, role, scopes },
    credential: { kind, id },
    requestId,
  }
}

const isTokenKind = (kind: SecretKind): kind is TokenKind =>
  (tokenKinds as readonly string[]).includes(kind)

const noteEveryMs = 60_000

/** Recording every use would make each request a write. */
function isLongAgo(lastUsedAt: string | undefined, at: string): boolean {
  return !lastUsedAt || new Date(at).getTime() - new Date(lastUsedAt).getTime() >= noteEveryMs
}
