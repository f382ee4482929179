import './chart.css'
import { useEffect, useRef } from 'react'
import { useIsDark } from '../theme/theme.ts'

export interface ChartSeries {
  readonly label: string
  /** One value for each time; null leaves a gap. */
  readonly values: readonly (number | null)[]
  /** The name of a colour, e.g. `--accent`. */
  readonly colour: string
  /** A level is a line without ground below it, such as a limit; points are for what is rare. */
  readonly look?: 'line' | 'bars' | 'level' | 'points'
}

export interface ChartProps {
  /** What it shows, in a sentence, for whoever cannot see it. */
  readonly summary: string
  /** Unix times in seconds, growing. */
  readonly times: readonly number[]
  readonly series: readonly ChartSeries[]
  readonly format?: (value: number) => string
  readonly heightPx?: number
  /** One value a day: the time of day means nothing. */
  readonly isByDay?: boolean
}

/** Values over time. The library is loaded with the first chart. */
export function Chart(props: ChartProps) {
  const { summary, times, series, format = String, heightPx = 200, isByDay = false } = props
  const place = useRef<HTMLDivElement>(null)
  const isDark = useIsDark()
  // biome-ignore lint/correctness/useExhaustiveDependencies: colours are read anew for each theme
  useEffect(() => {
    const element = place.current
    if (!element) return
    let remove: (() => void) | undefined
    let isGone = false
    void import('./draw-chart.ts').then(({ drawChart }) => {
      if (!isGone) remove = drawChart(element, { times, series, format, heightPx, isByDay })
    })
    return () => {
      isGone = true
      remove?.()
    }
  }, [times, series, format, heightPx, isByDay, isDark])
  return (
    <figure className="chart">
      <div ref={place} role="img" aria-label={summary} style={{ minHeight: heightPx }} />
    </figure>
  )
}
