/** One route per view. The first loads at once, the others when the browser is idle. */
import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import {
  readActivitySearch,
  readContextSearch,
  readHomeSearch,
  readReviewFilter,
  readSessionsSearch,
  readSettingsSearch,
} from './read-params.ts'
import { Failed, MissingView, NotFound, rootRoute } from './root-route.tsx'
import { readMemoryFilter } from './views/memories/memory-filter.ts'
import { readSearch } from './views/search/search-params.ts'
import { readWhichWiki, readWikiPageSearch } from './wiki/which-wiki.tsx'

const getParentRoute = () => rootRoute

// A tuple of its own: as an argument, the routes would lose their types.
const views = [
  createRoute({
    getParentRoute,
    path: '/',
    validateSearch: readHomeSearch,
    component: lazyView(() => import('./views/home/home-view.tsx'), 'HomeView'),
  }),
  createRoute({
    getParentRoute,
    path: '/search',
    validateSearch: readSearch,
    component: lazyView(() => import('./views/search/search-view.tsx'), 'SearchView'),
  }),
  createRoute({
    getParentRoute,
    path: '/memories',
    validateSearch: readMemoryFilter,
    component: lazyView(() => import('./views/memories/memories-view.tsx'), 'MemoriesView'),
  }),
  createRoute({
    getParentRoute,
    path: '/memories/$id',
    component: lazyView(() => import('./views/memory/memory-view.tsx'), 'MemoryView'),
  }),
  createRoute({
    getParentRoute,
    path: '/forgotten',
    component: lazyView(() => import('./views/forgotten/forgotten-view.tsx'), 'ForgottenView'),
  }),
  createRoute({
    getParentRoute,
    path: '/wiki',
    validateSearch: readWhichWiki,
    component: lazyView(() => import('./views/wiki/wiki-view.tsx'), 'WikiView'),
  }),
  createRoute({
    getParentRoute,
    path: '/wiki/page',
    validateSearch: readWikiPageSearch,
    component: lazyView(() => import('./views/wiki-page/wiki-page-view.tsx'), 'WikiPageView'),
  }),
  createRoute({
    getParentRoute,
    path: '/sessions',
    validateSearch: readSessionsSearch,
    component: lazyView(() => import('./views/sessions/sessions-view.tsx'), 'SessionsView'),
  }),
  createRoute({
    getParentRoute,
    path: '/sessions/$id',
    component: lazyView(() => import('./views/session/session-view.tsx'), 'SessionView'),
  }),
  createRoute({
    getParentRoute,
    path: '/review',
    validateSearch: readReviewFilter,
    component: lazyView(() => import('./views/review/review-view.tsx'), 'ReviewView'),
  }),
  createRoute({
    getParentRoute,
    path: '/context',
    validateSearch: readContextSearch,
    component: lazyView(() => import('./views/context/context-view.tsx'), 'ContextView'),
  }),
  createRoute({
    getParentRoute,
    path: '/activity',
    validateSearch: readActivitySearch,
    component: lazyView(() => import('./views/activity/activity-view.tsx'), 'ActivityView'),
  }),
  createRoute({
    getParentRoute,
    path: '/settings',
    validateSearch: readSettingsSearch,
    component: lazyView(() => import('./views/settings/settings-view.tsx'), 'SettingsView'),
  }),
] as const

export const router = createRouter({
  routeTree: rootRoute.addChildren(views),
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

function lazyView<Name extends string, Module extends Record<Name, ComponentType>>(
  load: () => Promise<Module>,
  name: Name,
) {
  const loadOrReport = () =>
    load().catch((cause: unknown) => {
      throw new MissingView('this view could not be loaded', { cause })
    })
  return lazyRouteComponent(loadOrReport, name)
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
