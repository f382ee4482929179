/** Dark or light: the system's preference, unless the user chose. */
import { useSyncExternalStore } from 'react'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const storageKey = 'throughline.theme'
const listeners = new Set<() => void>()
let theme = read()

function read(): Theme {
  const stored = localStorage.getItem(storageKey)
  return themes.find((name) => name === stored) ?? 'system'
}

export function applyTheme(): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

export function chooseTheme(chosen: Theme): void {
  theme = chosen
  localStorage.setItem(storageKey, chosen)
  applyTheme()
  for (const listener of listeners) listener()
}

/** Other tabs follow. */
addEventListener('storage', ({ key }) => {
  if (key !== storageKey) return
  theme = read()
  applyTheme()
  for (const listener of listeners) listener()
})
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
  for (const listener of listeners) listener()
})

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, () => theme)
}

/** For drawings on a canvas, which CSS does not reach. */
export function useIsDark(): boolean {
  return useSyncExternalStore(subscribe, () =>
    theme === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark',
  )
}
