/** Where the server answers each request of sync. A GET takes its input as a query, a POST as JSON. */
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
  /** `project` */
  conflicts: { method: 'get', path: '/api/sync/conflicts' },
  resolve: { method: 'post', path: '/api/sync/conflicts' },
} as const

/** How long a wait stays open. Some balancers end a request after 30 s. */
export const longestWaitMs = 25_000
