/** Each view is a route of its own. The first is loaded at once, the others when there is time. */
import { createRouter } from '@tanstack/react-router'
import { Failed, NotFound, rootRoute } from './root-route.tsx'
import { contextRoute } from './views/context/route.ts'
import { costsRoute } from './views/costs/route.ts'
import { memoriesRoute } from './views/memories/route.ts'
import { memoryRoute } from './views/memory/route.ts'
import { nowRoute } from './views/now/route.ts'
import { reviewRoute } from './views/review/route.ts'
import { searchRoute } from './views/search/route.ts'
import { sessionRoute } from './views/session/route.ts'
import { sessionsRoute } from './views/sessions/route.ts'
import { settingsRoute } from './views/settings/route.ts'

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    nowRoute,
    searchRoute,
    memoriesRoute,
    memoryRoute,
    sessionsRoute,
    sessionRoute,
    reviewRoute,
    contextRoute,
    costsRoute,
    settingsRoute,
  ]),
  defaultPreload: 'intent',
  // What no view reads is left out of addresses: the daemon refuses what it does not know.
  search: { strict: true },
  scrollRestoration: true,
  defaultNotFoundComponent: NotFound,
  defaultErrorComponent: Failed,
})

/** So that a daemon that goes away takes no view along. */
export function loadAllViews(): void {
  for (const route of Object.values(router.routesById)) void router.loadRouteChunk(route)
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
