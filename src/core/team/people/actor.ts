/** A caller together with how they signed in, for rules about people and for the audit. */
import type { AuditEntry } from '../../../contract/team/people.ts'
import type { Clock, IdSource, Secrets } from '../../ports/runtime.ts'
import type { NewAuditEntry, PeopleStore, TokenKind } from '../../ports/team/people-store.ts'
import type { Caller } from '../caller.ts'

interface Credential {
  readonly kind: TokenKind | 'key'
  readonly id: string
}

export interface Actor extends Caller {
  readonly credential: Credential
  readonly requestId?: string | undefined
}

/** What the rules about people need. */
export interface PeopleParts {
  readonly store: PeopleStore
  readonly secrets: Secrets
  readonly clock: Clock
  readonly ids: IdSource
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
  /** A person's first sign-in with an account of the provider. */
  'sign-on-bound',
  'sign-on-released',
  'sign-on-refused',
  'signed-out',
  'key-created',
  'key-rotated',
  'key-revoked',
  /** Of the organisation: whose memories count on every machine. */
  'policy-decided',
  /** Of a project: text that was pushed held a secret. */
  'secret-redacted',
  /** Of a memory: which of two versions stands. */
  'conflict-resolved',
] as const
export type AuditAction = (typeof auditActions)[number]

/** An entry about what `actor` did. */
export function audited(
  actor: Pick<Actor, 'person' | 'requestId'>,
  at: string,
  action: AuditAction,
  subject: string,
  facts: AuditEntry['facts'] = {},
): NewAuditEntry {
  return { at, action, personId: actor.person.id, subject, facts, requestId: actor.requestId }
}
