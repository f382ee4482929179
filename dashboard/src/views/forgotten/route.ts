import { createRoute } from '@tanstack/react-router'
import { lazyView } from '../../lazy-view.ts'
import { rootRoute } from '../../root-route.tsx'

export const forgottenRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgotten',
  component: lazyView(() => import('./forgotten-view.tsx'), 'ForgottenView'),
})
