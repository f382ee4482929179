import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../root-route.tsx'
import { readCostsSearch } from './costs-search.ts'

export const costsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/costs',
  validateSearch: readCostsSearch,
  component: lazyRouteComponent(() => import('./costs-view.tsx'), 'CostsView'),
})
