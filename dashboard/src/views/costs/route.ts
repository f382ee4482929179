import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../root-route.tsx'

export const periods = [7, 30, 90, 365] as const

export type Period = (typeof periods)[number]

export interface CostsSearch {
  readonly project?: string | undefined
  readonly days?: Period | undefined
}

export const costsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/costs',
  validateSearch: ({ project, days }: Record<string, unknown>): CostsSearch => ({
    project: typeof project === 'string' ? project : undefined,
    days: periods.find((period) => period === days),
  }),
  component: lazyRouteComponent(() => import('./costs-view.tsx'), 'CostsView'),
})
