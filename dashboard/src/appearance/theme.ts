/** Dark or light: the system's preference, unless the user chose. */
import { useSyncExternalStore } from 'react'
import { createStoredValue, useStoredValue } from '../stored-value.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const theme = createStoredValue(
  'throughline.theme',
  (stored): Theme => themes.find((name) => name === stored) ?? 'system',
)

export const chooseTheme = theme.set

/** Keeps the page's colours as chosen. */
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

const prefersDark = matchMedia('(prefers-color-scheme: dark)')

function subscribe(listener: () => void): () => void {
  const unsubscribe = theme.subscribe(listener)
  prefersDark.addEventListener('change', listener)
  return () => {
    unsubscribe()
    prefersDark.removeEventListener('change', listener)
  }
}

/** For drawings on a canvas, which CSS does not reach. */
export function useIsDark(): boolean {
  return useSyncExternalStore(subscribe, () =>
    theme.get() === 'system' ? prefersDark.matches : theme.get() === 'dark',
  )
}
