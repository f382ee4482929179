/** The views, in the order of the navigation. */
import type { IconName } from './components/icon.tsx'

export const destinations = [
  { to: '/', label: 'Home', icon: 'home', key: 'h', isByProject: true },
  { to: '/search', label: 'Search', icon: 'search', key: 'f', isByProject: true },
  { to: '/memories', label: 'Memories', icon: 'memories', key: 'm', isByProject: true },
  { to: '/wiki', label: 'Wiki', icon: 'wiki', key: 'w', isByProject: true },
  { to: '/sessions', label: 'Sessions', icon: 'sessions', key: 's', isByProject: true },
  { to: '/review', label: 'Review', icon: 'review', key: 'r', isByProject: true },
  { to: '/context', label: 'Context', icon: 'context', key: 'c', isByProject: true },
  { to: '/activity', label: 'Activity', icon: 'activity', key: 'a', isByProject: true },
  { to: '/settings', label: 'Settings', icon: 'settings', key: ',', isByProject: false },
] as const satisfies readonly {
  to: string
  label: string
  icon: IconName
  key: string
  isByProject: boolean
}[]

export type Destination = (typeof destinations)[number]

/** The URL parameters to open a view with. */
export function searchFor({ isByProject }: Destination, project: string | undefined) {
  return isByProject && project !== undefined ? { project } : {}
}
