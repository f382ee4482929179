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
  /** How far apart the values beside it may be, growing; round decimal numbers unless text. */
  readonly steps?: readonly number[]
  readonly heightPx?: number
  /** One value a day: the time of day means nothing. */
  readonly isByDay?: boolean
}
