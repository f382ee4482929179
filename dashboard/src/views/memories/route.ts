import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../root-route.tsx'
import { readMemoryFilter } from './memory-filter.ts'

export const memoriesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/memories',
  validateSearch: readMemoryFilter,
  component: lazyRouteComponent(() => import('./memories-view.tsx'), 'MemoriesView'),
})
