import { chooseTheme, type Theme, themes, useTheme } from '../appearance/theme.ts'
import { Button } from './button.tsx'
import type { IconName } from './icon.tsx'

const looks: Record<Theme, { icon: IconName; label: string }> = {
  system: { icon: 'auto', label: 'System' },
  light: { icon: 'sun', label: 'Light' },
  dark: { icon: 'moon', label: 'Dark' },
}

/** Cycles through the three themes. */
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
