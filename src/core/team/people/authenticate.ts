/** Who a token or key belongs to. Asked on every request, so a removed person is out at once. */
import { keyScopes } from '../../../contract/team/vocabulary.ts'
import {
  type PeopleReader,
  type Person,
  type TokenKind,
  tokenKinds,
} from '../../ports/team/people-store.ts'
import type { Actor, PeopleParts } from './actor.ts'
import { parseSecret, type SecretKind, type SecretText } from './secret-text.ts'

/** @returns undefined for whatever does not hold, without saying why */
export async function authenticate(
  { store, secrets, clock }: PeopleParts,
  text: string,
  requestId?: string,
): Promise<Actor | undefined> {
  const given = parseSecret(text)
  if (!given) return undefined
  const { organisation, id, kind } = given
  if (kind !== 'key' && !isTokenKind(kind)) return undefined
  const people = store.reading(organisation)
  const at = clock.now().toISOString()
  const found = kind === 'key' ? await findKey(people, given, at) : await findToken(people, given)
  const hashes = found?.hashes ?? []
  const hash = secrets.hash(given.secret)
  const isRight = hashes.filter((each) => secrets.isEqual(each, hash)).length > 0
  if (!found || !isRight || found.revokedAt || found.expiresAt <= at) return undefined
  const person = await people.person(found.personId)
  if (!person || person.removedAt) return undefined
  if (isLongAgo(found.lastUsedAt, at)) await store.noteUse(organisation, kind, id, at)
  return {
    ...callerOf(organisation, person),
    scopes: found.scopes,
    credential: { kind, id },
    requestId,
  }
}

const isTokenKind = (kind: SecretKind): kind is TokenKind =>
  (tokenKinds as readonly string[]).includes(kind)

function callerOf(organisation: string, { id, name, role }: Person) {
  return { organisation, person: { id, name }, role }
}

const noteEveryMs = 60_000

/** Noting every use would make each request a write. */
function isLongAgo(lastUsedAt: string | undefined, at: string): boolean {
  return !lastUsedAt || new Date(at).getTime() - new Date(lastUsedAt).getTime() >= noteEveryMs
}

async function findKey(people: PeopleReader, { id }: SecretText, at: string) {
  const key = await people.key(id)
  if (!key) return undefined
  const isFormerValid = key.formerHash && key.formerUntil && key.formerUntil > at
  return { ...key, hashes: [key.hash, ...(isFormerValid ? [key.formerHash] : [])] }
}

async function findToken(people: PeopleReader, { id, kind }: SecretText) {
  const token = await people.token(id)
  if (!token || token.kind !== kind) return undefined
  return { ...token, hashes: [token.hash], scopes: keyScopes }
}
