/** The sender of a request to a team server. Every access rule starts here. */

import { ThroughlineError } from '../../contract/errors.ts'
import type { Author } from '../../contract/team/sync.ts'
import { isAtLeast, type KeyScope, type Role } from '../../contract/team/vocabulary.ts'

export interface Caller {
  /** Nothing of another organisation is reachable. */
  readonly organisation: string
  readonly person: Author
  readonly role: Role
  /** What the key allows, within what the role allows. */
  readonly scopes: readonly KeyScope[]
}

// Who may sync. The store decides which projects they see.

/** @throws `not-allowed` */
export function requireSync({ scopes }: Caller): void {
  if (scopes.includes('sync')) return
  throw new ThroughlineError('not-allowed', 'this key may not sync', {
    hint: 'sign in with `throughline login`, or use a key with the scope "sync"',
  })
}

/** @throws `not-allowed` */
export function requireWriter(caller: Caller): void {
  requireSync(caller)
  if (mayWrite(caller)) return
  throw new ThroughlineError('not-allowed', 'readers cannot share memories', {
    hint: 'ask an admin of the team to make you a member',
  })
}

export function mayWrite({ role }: Caller): boolean {
  return isAtLeast(role, 'member')
}
