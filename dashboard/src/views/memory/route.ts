import { createRoute } from '@tanstack/react-router'
import { lazyView } from '../../lazy-view.ts'
import { rootRoute } from '../../root-route.tsx'

export const memoryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/memories/$id',
  component: lazyView(() => import('./memory-view.tsx'), 'MemoryView'),
})
