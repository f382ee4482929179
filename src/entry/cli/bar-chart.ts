/** Bars of characters, an eighth of one being the smallest step. */

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

/** The largest value takes the whole width; what is there at all is seen. */
export function bars(values: readonly number[], width: number): string[] {
  const largest = Math.max(...values)
  return values.map((value) => {
    if (value <= 0 || width < 1) return ''
    const steps = Math.max(1, Math.round((value / largest) * width * 8))
    return '█'.repeat(Math.floor(steps / 8)) + eighths[steps % 8]
  })
}
