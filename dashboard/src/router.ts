/** One route per view. The first loads at once, the others when the browser is idle. */
import { createRouter } from '@tanstack/react-router'
import { Failed, NotFound, rootRoute } from './root-route.tsx'
import { contextRoute } from './views/context/route.ts'
import { costsRoute } from './views/costs/route.ts'
import { forgottenRoute } from './views/forgotten/route.ts'
import { homeRoute } from './views/home/route.ts'
import { memoriesRoute } from './views/memories/route.ts'
import { memoryRoute } from './views/memory/route.ts'
import { reviewRoute } from './views/review/route.ts'
import { searchRoute } from './views/search/route.ts'
import { sessionRoute } from './views/session/route.ts'
import { sessionsRoute } from './views/sessions/route.ts'
import { settingsRoute } from './views/settings/route.ts'
import { wikiRoute } from './views/wiki/route.ts'
import { wikiPageRoute } from './views/wiki-page/route.ts'

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    homeRoute,
    searchRoute,
    memoriesRoute,
    memoryRoute,
    forgottenRoute,
    wikiRoute,
    wikiPageRoute,
    sessionsRoute,
    sessionRoute,
    reviewRoute,
    contextRoute,
    costsRoute,
    settingsRoute,
  ]),
  defaultPreload: 'intent',
  // URLs keep only parameters that a view reads, because the daemon rejects unknown ones.
  search: { strict: true },
  scrollRestoration: true,
  defaultNotFoundComponent: NotFound,
  defaultErrorComponent: Failed,
})

/** So that views still open after the daemon stops. */
export function loadAllViews(): void {
  for (const route of Object.values(router.routesById)) void router.loadRouteChunk(route)
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
