import { createRoute } from '@tanstack/react-router'
import { lazyView } from '../../lazy-view.ts'
import { rootRoute } from '../../root-route.tsx'

export const nowRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: lazyView(() => import('./now-view.tsx'), 'NowView'),
})
