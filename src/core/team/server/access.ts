/** Who may sync. Which projects they see is the store's to say. */
import { ThroughlineError } from '../../../contract/errors.ts'
import { isAtLeast } from '../../../contract/team/vocabulary.ts'
import type { Caller } from '../caller.ts'

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
