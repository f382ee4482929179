import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../root-route.tsx'

export const memoryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/memories/$id',
  component: lazyRouteComponent(() => import('./memory-view.tsx'), 'MemoryView'),
})
