/** The views, in the order of the navigation. */
import type { IconName } from './components/icon.tsx'

export const destinations = [
  { to: '/', label: 'Home', icon: 'home', key: 'n' },
  { to: '/search', label: 'Search', icon: 'search', key: 's' },
  { to: '/memories', label: 'Memories', icon: 'memories', key: 'm' },
  { to: '/wiki', label: 'Wiki', icon: 'wiki', key: 'w' },
  { to: '/sessions', label: 'Sessions', icon: 'sessions', key: 'h' },
  { to: '/review', label: 'Review', icon: 'review', key: 'r' },
  { to: '/context', label: 'Context', icon: 'context', key: 'c' },
  { to: '/costs', label: 'Costs', icon: 'costs', key: 'o' },
  { to: '/settings', label: 'Settings', icon: 'settings', key: ',' },
] as const satisfies readonly { to: string; label: string; icon: IconName; key: string }[]
