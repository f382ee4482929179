/** What a role permits. No rule lets anyone give more than they have. */
import { ThroughlineError } from '../../../contract/errors.ts'
import { isAtLeast, type KeyScope, type Role } from '../../../contract/team/vocabulary.ts'
import type { Person } from '../../ports/team/people-store.ts'
import type { Caller } from '../caller.ts'
import type { Actor } from './actor.ts'

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
 * A key makes no other credential, which would outlive it.
 * @throws `not-allowed`
 */
export function refuseKey({ credential }: Pick<Actor, 'credential'>): void {
  if (credential.kind !== 'key') return
  throw notAllowed('an API key may not do this', 'sign in: throughline login URL')
}

/** A reader can use no scope that stores; only admins and owners use `admin`. */
export function mayHoldScope(role: Role, scope: KeyScope): boolean {
  if (scope === 'admin') return isAtLeast(role, 'admin')
  return scope !== 'store' || isAtLeast(role, 'member')
}

export function notAllowed(message: string, hint?: string): ThroughlineError {
  return new ThroughlineError('not-allowed', message, { hint })
}
