import './chart.css'
import { useEffect, useRef } from 'react'
import { useIsDark } from './appearance.tsx'

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

export interface ChartSeries {
  readonly label: string
  /** One value for each time; null leaves a gap. */
  readonly values: readonly (number | null)[]
  /** The name of a colour, e.g. `--accent`. */
  readonly colour: string
  /** `level` draws a line without an area below it, for limits; `points` is for rare values. */
  readonly look?: 'line' | 'bars' | 'level' | 'points'
}

export interface ChartProps {
  /** A one-sentence description for screen readers. */
  readonly summary: string
  /** Unix times in seconds, increasing. */
  readonly times: readonly number[]
  readonly series: readonly ChartSeries[]
  readonly format?: (value: number) => string
  /** Allowed steps of the value axis, increasing; default: round decimal numbers. */
  readonly steps?: readonly number[]
  readonly heightPx?: number
  /** One value a day, so the legend shows no time of day. */
  readonly isByDay?: boolean
}
