import { createRoute } from '@tanstack/react-router'
import { lazyView } from '../../lazy-view.ts'
import { rootRoute } from '../../root-route.tsx'
import { readMemoryFilter } from './memory-filter.ts'

export const memoriesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/memories',
  validateSearch: readMemoryFilter,
  component: lazyView(() => import('./memories-view.tsx'), 'MemoriesView'),
})
