import { createRoute } from '@tanstack/react-router'
import { lazyView } from '../../lazy-view.ts'
import { rootRoute } from '../../root-route.tsx'
import { readSettingsSearch } from './settings-search.ts'

export const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  validateSearch: readSettingsSearch,
  component: lazyView(() => import('./settings-view.tsx'), 'SettingsView'),
})
