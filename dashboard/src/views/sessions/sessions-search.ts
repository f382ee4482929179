export interface SessionsSearch {
  readonly project?: string | undefined
  readonly host?: string | undefined
  readonly status?: 'active' | 'completed' | undefined
}

export function readSessionsSearch(given: Record<string, unknown>): SessionsSearch {
  const { project, host, status } = given
  return {
    project: typeof project === 'string' ? project : undefined,
    host: typeof host === 'string' ? host : undefined,
    status: status === 'active' || status === 'completed' ? status : undefined,
  }
}
