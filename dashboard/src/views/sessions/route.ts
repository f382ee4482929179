import { createRoute } from '@tanstack/react-router'
import { lazyView } from '../../lazy-view.ts'
import { rootRoute } from '../../root-route.tsx'
import { readSessionsSearch } from './sessions-search.ts'

export const sessionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sessions',
  validateSearch: readSessionsSearch,
  component: lazyView(() => import('./sessions-view.tsx'), 'SessionsView'),
})
