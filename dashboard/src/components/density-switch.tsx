import { chooseDensity, useDensity } from '../appearance/density.ts'
import { IconButton } from './button.tsx'

/** Shows more rows, or leaves more room between them. */
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
