import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../root-route.tsx'

export const settingsTabs = ['settings', 'agents', 'projects', 'data'] as const

export type SettingsTab = (typeof settingsTabs)[number]

export interface SettingsSearch {
  readonly tab?: SettingsTab | undefined
}

export const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  validateSearch: ({ tab }: Record<string, unknown>): SettingsSearch => ({
    tab: settingsTabs.find((name) => name === tab),
  }),
  component: lazyRouteComponent(() => import('./settings-view.tsx'), 'SettingsView'),
})
