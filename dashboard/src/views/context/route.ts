import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../root-route.tsx'

export const contextEvents = ['session-start', 'prompt', 'subagent-start'] as const
export const contextSources = ['startup', 'resume', 'clear', 'compact'] as const

export interface ContextSearch {
  readonly event?: (typeof contextEvents)[number] | undefined
  readonly source?: (typeof contextSources)[number] | undefined
  readonly project?: string | undefined
  readonly session?: string | undefined
}

export const contextRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/context',
  validateSearch: (given: Record<string, unknown>): ContextSearch => ({
    event: contextEvents.find((event) => event === given.event),
    source: contextSources.find((source) => source === given.source),
    project: typeof given.project === 'string' ? given.project : undefined,
    session: typeof given.session === 'string' ? given.session : undefined,
  }),
  component: lazyRouteComponent(() => import('./context-view.tsx'), 'ContextView'),
})
