/** Statistics of measured times. */

export interface Spread {
  readonly p50: number
  readonly p95: number
}

export function spreadOf(values: readonly number[]): Spread {
  return { p50: percentile(values, 50), p95: percentile(values, 95) }
}

/** The smallest value that at least this share of the values does not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const rank = Math.max(1, Math.ceil((percent / 100) * sorted.length))
  return sorted[rank - 1] ?? Number.NaN
}

export function round(value: number, digits = 2): number {
  return Number(value.toFixed(digits))
}

/** Rows of cells as lines of text; the first column is left-aligned, numbers are right-aligned. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  const lines = rows.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0
        return column === 0 ? cell.padEnd(width) : cell.padStart(width)
      })
      .join('  ')
      .trimEnd(),
  )
  return `${lines.join('\n')}\n`
}
