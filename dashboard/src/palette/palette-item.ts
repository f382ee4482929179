import type { IconName } from '../components/icon.tsx'

export interface PaletteItem {
  readonly id: string
  readonly label: string
  readonly detail?: string | undefined
  readonly icon: IconName
  readonly run: () => void
}

export interface PaletteGroup {
  readonly title: string
  readonly items: readonly PaletteItem[]
}

/** Those whose label has every typed word, in any order. */
export function matching(items: readonly PaletteItem[], typed: string): PaletteItem[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return items.filter(({ label, detail = '' }) => {
    const text = `${label} ${detail}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
