import { createRoute } from '@tanstack/react-router'
import { lazyView } from '../../lazy-view.ts'
import { rootRoute } from '../../root-route.tsx'
import { readWikiPageSearch } from '../../wiki/which-wiki.ts'

export const wikiPageRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/wiki/page',
  validateSearch: readWikiPageSearch,
  component: lazyView(() => import('./wiki-page-view.tsx'), 'WikiPageView'),
})
