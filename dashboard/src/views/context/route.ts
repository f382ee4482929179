import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../root-route.tsx'
import { readContextSearch } from './context-search.ts'

export const contextRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/context',
  validateSearch: readContextSearch,
  component: lazyRouteComponent(() => import('./context-view.tsx'), 'ContextView'),
})
