import { createRoute } from '@tanstack/react-router'
import { lazyView } from '../../lazy-view.ts'
import { rootRoute } from '../../root-route.tsx'
import { readContextSearch } from './context-search.ts'

export const contextRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/context',
  validateSearch: readContextSearch,
  component: lazyView(() => import('./context-view.tsx'), 'ContextView'),
})
