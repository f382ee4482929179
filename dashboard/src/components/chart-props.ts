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
