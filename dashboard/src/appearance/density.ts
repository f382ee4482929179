/** How close rows are to each other. */
import { createStoredValue, useStoredValue } from '../stored-value.ts'

export type Density = 'comfortable' | 'compact'

const density = createStoredValue(
  'throughline.density',
  (stored): Density => (stored === 'compact' ? 'compact' : 'comfortable'),
)

export const chooseDensity = density.set

/** Keeps the page's rows as chosen. */
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
