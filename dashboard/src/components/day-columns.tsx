import './day-columns.css'
import { shortDate } from '../wording/time.ts'

export interface DaySeries {
  readonly label: string
  /** One value for each day. */
  readonly values: readonly number[]
  /** The name of a colour, e.g. `--accent`. */
  readonly colour: string
}

interface DayColumnsProps {
  /** The picture in one sentence. */
  readonly summary: string
  /** Dates, oldest first. */
  readonly days: readonly string[]
  /** Stacked, the first at the bottom. */
  readonly series: readonly DaySeries[]
  readonly format: (value: number) => string
  readonly heightPx?: number
}

/** A column for each day. What it shows in numbers is its tooltip. */
export function DayColumns({ summary, days, series, format, heightPx = 120 }: DayColumnsProps) {
  const totals = days.map((_, day) =>
    series.reduce((sum, { values }) => sum + (values[day] ?? 0), 0),
  )
  const most = Math.max(...totals, 1)
  return (
    <figure className="day-columns">
      <div className="day-columns-most" aria-hidden="true">
        {format(most)}
      </div>
      <svg
        role="img"
        aria-label={summary}
        viewBox={`0 0 ${days.length * 10} 100`}
        preserveAspectRatio="none"
        style={{ height: heightPx }}
      >
        {days.map((day, at) => (
          <g key={day}>
            <title>{describeDay(day, at, series, format)}</title>
            <rect className="day-columns-day" x={at * 10} y={0} width={10} height={100} />
            {stack(series, at, most).map(({ colour, y, height }) => (
              <rect
                key={colour}
                x={at * 10 + 1.5}
                y={y}
                width={7}
                height={height}
                style={{ fill: `var(${colour})` }}
              />
            ))}
            {totals[at] === 0 && (
              <rect
                className="day-columns-none"
                x={at * 10 + 1.5}
                y={98.5}
                width={7}
                height={1.5}
              />
            )}
          </g>
        ))}
      </svg>
      <div className="day-columns-days" aria-hidden="true">
        {ticks(days).map((day) => (
          <span key={day}>{shortDate(`${day}T00:00`, Date.now())}</span>
        ))}
      </div>
      {series.length > 1 && (
        <div className="day-columns-legend" aria-hidden="true">
          {series.map(({ label, colour }) => (
            <span key={label}>
              <i style={{ background: `var(${colour})` }} />
              {label}
            </span>
          ))}
        </div>
      )}
    </figure>
  )
}

interface Part {
  readonly colour: string
  readonly y: number
  readonly height: number
}

/** A value is never too small to see. */
const leastHeight = 3

function stack(series: readonly DaySeries[], day: number, most: number): Part[] {
  let top = 100
  return series.flatMap(({ colour, values }) => {
    const value = values[day] ?? 0
    if (value === 0) return []
    const height = Math.min(top, Math.max(leastHeight, (value / most) * 100))
    top -= height
    return [{ colour, y: top, height }]
  })
}

function describeDay(
  day: string,
  at: number,
  series: readonly DaySeries[],
  format: (value: number) => string,
): string {
  const parts = series.map(({ label, values }) => `${label}: ${format(values[at] ?? 0)}`)
  return `${shortDate(`${day}T00:00`, Date.now())} · ${parts.join(' · ')}`
}

/** The first day, the middle and the last. */
function ticks(days: readonly string[]): string[] {
  const at = [0, Math.floor((days.length - 1) / 2), days.length - 1]
  return [...new Set(at)].flatMap((index) => days[index] ?? [])
}
