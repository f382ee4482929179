import { createRoute } from '@tanstack/react-router'
import { lazyView } from '../../lazy-view.ts'
import { rootRoute } from '../../root-route.tsx'
import { readWhichWiki } from '../../wiki/which-wiki.ts'

export const wikiRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/wiki',
  validateSearch: readWhichWiki,
  component: lazyView(() => import('./wiki-view.tsx'), 'WikiView'),
})
