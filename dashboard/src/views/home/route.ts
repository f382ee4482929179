import { createRoute } from '@tanstack/react-router'
import { lazyView } from '../../lazy-view.ts'
import { rootRoute } from '../../root-route.tsx'
import { readHomeSearch } from './home-search.ts'

export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  validateSearch: readHomeSearch,
  component: lazyView(() => import('./home-view.tsx'), 'HomeView'),
})
