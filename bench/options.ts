/** Options of every benchmark. */
export interface BenchOptions {
  /** Print the figures as JSON, for other programs. */
  readonly json: boolean
}
