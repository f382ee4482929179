import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../root-route.tsx'

export interface SessionsSearch {
  readonly project?: string | undefined
  readonly host?: string | undefined
  readonly status?: 'active' | 'completed' | undefined
}

export const sessionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sessions',
  validateSearch: ({ project, host, status }: Record<string, unknown>): SessionsSearch => ({
    project: typeof project === 'string' ? project : undefined,
    host: typeof host === 'string' ? host : undefined,
    status: status === 'active' || status === 'completed' ? status : undefined,
  }),
  component: lazyRouteComponent(() => import('./sessions-view.tsx'), 'SessionsView'),
})
