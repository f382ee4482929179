import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../root-route.tsx'
import { readSearch } from './search-params.ts'

export const searchRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/search',
  validateSearch: readSearch,
  component: lazyRouteComponent(() => import('./search-view.tsx'), 'SearchView'),
})
