/** The paths of a team server. */

/** Requests about people. In those with `:id` it names a member, link or key. */
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

/** Requests of sync. A GET takes its input as a query, a POST as JSON. */
export const syncRoutes = {
  push: { method: 'post', path: '/api/sync/push' },
  pull: { method: 'post', path: '/api/sync/pull' },
  /** `after`. Answers once something changed, at the latest after `longestWaitMs`. */
  wait: { method: 'get', path: '/api/sync/wait' },
  /** `project` */
  buckets: { method: 'get', path: '/api/sync/buckets' },
  /** `project`, `bucket` */
  bucket: { method: 'get', path: '/api/sync/bucket' },
  states: { method: 'post', path: '/api/sync/states' },
  projects: { method: 'get', path: '/api/sync/projects' },
  share: { method: 'post', path: '/api/sync/projects' },
  unshare: { method: 'post', path: '/api/sync/projects/leave' },
  /** `project` */
  conflicts: { method: 'get', path: '/api/sync/conflicts' },
  resolve: { method: 'post', path: '/api/sync/conflicts' },
} as const

/** How long a wait stays open. Some balancers end a request after 30 s. */
export const longestWaitMs = 25_000
