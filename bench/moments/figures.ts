/** Named figures, some with a target. */
import { formatTable, round } from '../statistics.ts'

export interface Figure {
  readonly name: string
  /** Undefined where there was nothing to divide by. */
  readonly value: number | undefined
  readonly atMost?: number
  readonly atLeast?: number
}

export function share(part: number, whole: number): number | undefined {
  return whole === 0 ? undefined : part / whole
}

export function isMissed({ value, atMost = Infinity, atLeast = -Infinity }: Figure): boolean {
  return value !== undefined && (value > atMost || value < atLeast)
}

export function presentFigures(title: string, figures: readonly Figure[]): string {
  const rows = figures.map((figure) => [
    figure.name,
    figure.value === undefined ? '–' : `${round(figure.value, figure.value >= 10 ? 0 : 3)}`,
    targetInWords(figure),
    isMissed(figure) ? 'missed' : '',
  ])
  return formatTable([[title, 'figure', 'target', ''], ...rows])
}

function targetInWords({ atMost, atLeast }: Figure): string {
  if (atMost !== undefined) return `≤ ${atMost}`
  return atLeast === undefined ? '' : `≥ ${atLeast}`
}
