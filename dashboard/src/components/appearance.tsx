/** How the page looks: dark or light, as the system prefers unless the user chose, and how dense its rows are. */
import { createStoredValue, useStoredValue } from '../stored-value.ts'
import { Button, IconButton } from './button.tsx'
import type { IconName } from './icon.tsx'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const theme = createStoredValue(
  'throughline.theme',
  (stored): Theme => themes.find((name) => name === stored) ?? 'system',
)

export const chooseTheme = theme.set

export function applyTheme(): void {
  const apply = () => {
    if (theme.get() === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme.get()
  }
  apply()
  theme.subscribe(apply)
}

export function useTheme(): Theme {
  return useStoredValue(theme)
}

/** How close rows are to each other. */
type Density = 'comfortable' | 'compact'

const density = createStoredValue(
  'throughline.density',
  (stored): Density => (stored === 'compact' ? 'compact' : 'comfortable'),
)

export const chooseDensity = density.set

export function applyDensity(): void {
  const apply = () => {
    document.documentElement.dataset.density = density.get()
  }
  apply()
  density.subscribe(apply)
}

export function useDensity(): Density {
  return useStoredValue(density)
}

const looks: Record<Theme, { icon: IconName; label: string }> = {
  system: { icon: 'auto', label: 'System' },
  light: { icon: 'sun', label: 'Light' },
  dark: { icon: 'moon', label: 'Dark' },
}

export function ThemeSwitch() {
  const theme = useTheme()
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system'
  const { icon, label } = looks[theme]
  return (
    <Button look="quiet" icon={icon} onClick={() => chooseTheme(next)}>
      <span className="visually-hidden">Colours: </span>
      {label}
    </Button>
  )
}

export function DensitySwitch() {
  const isCompact = useDensity() === 'compact'
  return (
    <IconButton
      icon="rows"
      label="Compact rows"
      aria-pressed={isCompact}
      onClick={() => chooseDensity(isCompact ? 'comfortable' : 'compact')}
    />
  )
}
