/** Where the server answers requests about people. Those with `:id` name a member, link or key. */
export const peopleRoutes = {
  authCheck: '/api/auth-check',
  signOut: '/api/sign-out',
  leave: '/api/leave',
  signInLinks: '/api/sign-in-links',
  members: '/api/members',
  member: '/api/members/:id',
  invitations: '/api/invitations',
  invitation: '/api/invitations/:id',
  keys: '/api/keys',
  key: '/api/keys/:id',
  rotateKey: '/api/keys/:id/rotate',
  audit: '/api/audit',
  policy: '/api/policy',
  /** Takes a link's code and needs no token. */
  join: '/api/join',
  /** The page that a link opens. */
  joinPage: '/join',
} as const
