import { createRoute } from '@tanstack/react-router'
import { lazyView } from '../../lazy-view.ts'
import { rootRoute } from '../../root-route.tsx'
import { readReviewFilter } from './review-filter.ts'

export const reviewRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/review',
  validateSearch: readReviewFilter,
  component: lazyView(() => import('./review-view.tsx'), 'ReviewView'),
})
