import './chart.css'
import { useEffect, useRef } from 'react'
import { useIsDark } from '../appearance/theme.ts'
import type { ChartProps } from './chart-props.ts'

/** Values over time. The library is loaded with the first chart. */
export function Chart(props: ChartProps) {
  const { summary, times, series, format = String, steps, heightPx = 200, isByDay = false } = props
  const place = useRef<HTMLDivElement>(null)
  const isDark = useIsDark()
  // biome-ignore lint/correctness/useExhaustiveDependencies: colours are read anew for each theme
  useEffect(() => {
    const element = place.current
    if (!element) return
    let remove: (() => void) | undefined
    let isGone = false
    void import('./draw-chart.ts').then(({ drawChart }) => {
      if (!isGone) remove = drawChart(element, { times, series, format, steps, heightPx, isByDay })
    })
    return () => {
      isGone = true
      remove?.()
    }
  }, [times, series, format, steps, heightPx, isByDay, isDark])
  return (
    <figure className="chart">
      <div ref={place} role="img" aria-label={summary} style={{ minHeight: heightPx }} />
    </figure>
  )
}
