/** A caller and how they signed in, for rules about people and for the audit. */

import { ThroughlineError } from '../../../contract/errors.ts'
import type { AuditEntry } from '../../../contract/team/people.ts'
import { isAtLeast, type KeyScope, type Role } from '../../../contract/team/vocabulary.ts'
import type { Runtime, Secrets } from '../../ports/runtime.ts'
import type {
  NewAuditEntry,
  PeopleStore,
  Person,
  TokenKind,
} from '../../ports/team/people-store.ts'
import type { Caller } from '../caller.ts'

interface Credential {
  readonly kind: TokenKind | 'key'
  readonly id: string
}

export interface Actor extends Caller {
  readonly credential: Credential
  readonly requestId?: string | undefined
}

export interface PeopleParts extends Pick<Runtime, 'clock' | 'ids'> {
  readonly store: PeopleStore
  readonly secrets: Secrets
}

export const auditActions = [
  'organisation-created',
  'invitation-created',
  'invitation-revoked',
  'sign-in-link-created',
  'person-joined',
  'person-removed',
  'person-left',
  'role-changed',
  'machine-signed-in',
  'browser-signed-in',
  'machine-refused',
  'quota-set',
  'sign-on-set',
  'sign-on-removed',
  /** A person's first sign-in with a provider account. */
  'sign-on-bound',
  'sign-on-released',
  'sign-on-refused',
  'signed-out',
  'key-created',
  'key-rotated',
  'key-revoked',
  /** For the organisation: whose memories every machine uses. */
  'policy-decided',
  'project-shared',
  'project-unshared',
  'memory-edited',
  'memory-forgotten',
  /** For a project: how many memories a person took back at once, for example by unsharing it. */
  'memories-withdrawn',
  /** For a project: pushed text contained a secret. */
  'secret-redacted',
  /** Which of two versions of a memory is kept. */
  'conflict-resolved',
] as const
export type AuditAction = (typeof auditActions)[number]

/** Makes an entry about what `actor` did. */
export function audited(
  actor: Pick<Actor, 'person' | 'requestId'>,
  at: string,
  action: AuditAction,
  subject: string,
  facts: AuditEntry['facts'] = {},
): NewAuditEntry {
  return { at, action, personId: actor.person.id, subject, facts, requestId: actor.requestId }
}

/** Newest first. @throws `not-allowed` */
export async function listAudit(
  { store }: PeopleParts,
  actor: Actor,
  limit: number,
  before?: number,
): Promise<AuditEntry[]> {
  requireAdmin(actor)
  return store.reading(actor.organisation).audit(limit, before)
}

// What a role permits. Nobody can grant more than they have.

export function mayGrant(giver: Role, role: Role): boolean {
  return isAtLeast(giver, 'admin') && isAtLeast(giver, role)
}

/** @throws `not-allowed` */
export function requireScope({ scopes }: Pick<Caller, 'scopes'>, scope: KeyScope): void {
  if (scopes.includes(scope)) return
  throw notAllowed(`this key lacks the scope "${scope}"`, 'create a key with that scope')
}

/** @throws `not-allowed` */
export function requireAdmin(caller: Pick<Caller, 'scopes' | 'role'>): void {
  requireScope(caller, 'admin')
  if (!isAtLeast(caller.role, 'admin')) {
    throw notAllowed('only an admin or owner may do this', 'ask an owner of your organisation')
  }
}

/** @throws `not-allowed` */
export function requireMayGrant(caller: Pick<Caller, 'scopes' | 'role'>, role: Role): void {
  requireAdmin(caller)
  if (!mayGrant(caller.role, role)) throw notAllowed(`only an owner may make someone ${role}`)
}

/** @throws `not-allowed` */
export function requireMayChange(caller: Pick<Caller, 'scopes' | 'role'>, person: Person): void {
  requireAdmin(caller)
  if (!isAtLeast(caller.role, person.role)) throw notAllowed('only an owner may change an owner')
}

/**
 * A key cannot make other credentials, which would outlive it.
 * @throws `not-allowed`
 */
export function refuseKey({ credential }: Pick<Actor, 'credential'>): void {
  if (credential.kind !== 'key') return
  throw notAllowed('an API key may not do this', 'sign in: throughline login URL')
}

/** Readers can use no scope that stores; only admins and owners can use `admin`. */
export function mayHoldScope(role: Role, scope: KeyScope): boolean {
  if (scope === 'admin') return isAtLeast(role, 'admin')
  return scope !== 'store' || isAtLeast(role, 'member')
}

export function notAllowed(message: string, hint?: string): ThroughlineError {
  return new ThroughlineError('not-allowed', message, { hint })
}
