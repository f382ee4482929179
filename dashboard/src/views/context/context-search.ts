export const contextEvents = ['session-start', 'prompt', 'subagent-start'] as const
export const contextSources = ['startup', 'resume', 'clear', 'compact'] as const

export interface ContextSearch {
  readonly event?: (typeof contextEvents)[number] | undefined
  readonly source?: (typeof contextSources)[number] | undefined
  readonly agent?: string | undefined
  readonly project?: string | undefined
  readonly session?: string | undefined
}

export function readContextSearch(given: Record<string, unknown>): ContextSearch {
  return {
    event: contextEvents.find((event) => event === given.event),
    source: contextSources.find((source) => source === given.source),
    agent: typeof given.agent === 'string' ? given.agent : undefined,
    project: typeof given.project === 'string' ? given.project : undefined,
    session: typeof given.session === 'string' ? given.session : undefined,
  }
}
