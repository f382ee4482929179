/** Who may do what on a team server. */

/** Each may do what the ones after it may. */
export const roles = ['owner', 'admin', 'member', 'reader'] as const
export type Role = (typeof roles)[number]

/** What an API key may do. `sync` is what a signed-in machine has. */
export const keyScopes = ['recall', 'store', 'sync', 'admin'] as const
export type KeyScope = (typeof keyScopes)[number]

export function isAtLeast(role: Role, needed: Role): boolean {
  return roles.indexOf(role) <= roles.indexOf(needed)
}
