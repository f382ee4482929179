/** Closed sets of words between a team server and its machines. Without schemas. */

/** Each role may do everything that the ones after it may. */
export const roles = ['owner', 'admin', 'member', 'reader'] as const
export type Role = (typeof roles)[number]

/** What an API key may do. `sync` is what a signed-in machine has. */
export const keyScopes = ['recall', 'store', 'sync', 'admin'] as const
export type KeyScope = (typeof keyScopes)[number]

export function isAtLeast(role: Role, needed: Role): boolean {
  return roles.indexOf(role) <= roles.indexOf(needed)
}

/** Whom a team's policy approves. `nobody`: each person approves for themselves. */
export const policyChoices = ['nobody', 'members', 'named'] as const
export type PolicyChoice = (typeof policyChoices)[number]

/** Whether a machine reaches its team server. It works on its own in every state. */
export const connectionStates = ['connected', 'signed-out', 'not-allowed', 'unreachable'] as const
export type ConnectionState = (typeof connectionStates)[number]
