import { createRoute } from '@tanstack/react-router'
import { lazyView } from '../../lazy-view.ts'
import { rootRoute } from '../../root-route.tsx'
import { readCostsSearch } from './costs-search.ts'

export const costsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/costs',
  validateSearch: readCostsSearch,
  component: lazyView(() => import('./costs-view.tsx'), 'CostsView'),
})
