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
  /** A one-sentence description for screen readers. */
  readonly summary: string
  /** Unix times in seconds, growing. */
  readonly times: readonly number[]
  readonly series: readonly ChartSeries[]
  readonly format?: (value: number) => string
  /** Allowed steps of the value axis, increasing; default: round decimal numbers. */
  readonly steps?: readonly number[]
  readonly heightPx?: number
  /** One value a day: the time of day means nothing. */
  readonly isByDay?: boolean
}
