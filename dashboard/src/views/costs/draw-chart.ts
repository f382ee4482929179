/** Draws values by day with uPlot, in the page's colours and its container's width. */
import 'uplot/dist/uPlot.min.css'
import uPlot from 'uplot'

export interface ChartSeries {
  readonly label: string
  /** One value for each time; null leaves a gap. */
  readonly values: readonly (number | null)[]
  /** The name of a colour, e.g. `--accent`. */
  readonly colour: string
  /** `level` draws a line without an area below it, for limits; `points` is for rare values. */
  readonly look?: 'line' | 'bars' | 'level' | 'points'
}

interface Drawing {
  /** Midnights as Unix times in seconds, increasing. */
  readonly times: readonly number[]
  readonly series: readonly ChartSeries[]
  readonly format: (value: number) => string
  /** Allowed steps of the value axis, increasing; default: round decimal numbers. */
  readonly steps: readonly number[] | undefined
  readonly heightPx: number
}

const legendPx = 28

/** @returns a function that removes it */
export function drawChart(place: HTMLElement, drawing: Drawing): () => void {
  const { times, series, format, steps, heightPx } = drawing
  const colour = (name: string) => getComputedColour(place, name)
  const axis: uPlot.Axis = {
    stroke: colour('--ink-faint'),
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
    font: '11px system-ui, sans-serif',
    size: 28,
  }
  const chart = new uPlot(
    {
      width: place.clientWidth,
      height: heightPx - legendPx,
      cursor: { y: false },
      scales: {
        x: { range: (_, first, last) => widen(first, last) },
        y: { range: (_, __, most) => [0, most > 0 ? most * 1.1 : 1] },
      },
      hooks: { setCursor: [showLast] },
      axes: [
        { ...axis, ...days },
        {
          ...axis,
          size: 56,
          values: (_, values) => values.map(format),
          ...(steps && { incrs: [...steps] }),
        },
      ],
      series: [
        { label: 'Day', value: (_, time) => dayOf(time) },
        ...series.map((each) => toSeries(each, colour(each.colour), format)),
      ],
    },
    [[...times], ...series.map(toValues)],
    place,
  )
  const resize = new ResizeObserver(() =>
    chart.setSize({ width: place.clientWidth, height: heightPx - legendPx }),
  )
  resize.observe(place)
  return () => {
    resize.disconnect()
    chart.destroy()
  }
}

function toSeries(
  { label, look = 'line' }: ChartSeries,
  colour: string,
  format: (value: number) => string,
): uPlot.Series {
  const bars = uPlot.paths.bars?.({ size: [0.7, 40] })
  return {
    label,
    stroke: colour,
    width: look === 'line' || look === 'level' ? 1.5 : 0,
    ...(look === 'bars' && { fill: colour }),
    ...(look === 'line' && { fill: `color-mix(in srgb, ${colour} 12%, transparent)` }),
    ...(look === 'level' && { dash: [4, 4] }),
    points: {
      show: look === 'points',
      size: 8,
      fill: colour,
      ...(look === 'line' && { filter: lonely }),
    },
    value: (_, value) => (value === null ? '–' : format(value)),
    ...(look === 'bars' && bars && { paths: bars }),
  }
}

/** Zero values get no point. */
function toValues({ values, look }: ChartSeries): (number | null)[] {
  return look === 'points' ? values.map((value) => value || null) : [...values]
}

/** A line with a single value is drawn as a point. */
function lonely(chart: uPlot, index: number): number[] {
  const values = chart.data[index] ?? []
  const isGap = (at: number) => typeof values[at] !== 'number'
  return [...values.keys()].filter((at) => !isGap(at) && isGap(at - 1) && isGap(at + 1))
}

/** Without a hovered point, the legend shows the newest value. */
function showLast(chart: uPlot): void {
  if (typeof chart.cursor.idx !== 'number')
    chart.setLegend({ idx: chart.data[0].length - 1 }, false)
}

const daySeconds = 86_400

/** Leaves space for whole bars on the first and last day. */
function widen(first: number, last: number): [number, number] {
  return [first - daySeconds / 2, last + daySeconds / 2]
}

const days: uPlot.Axis = {
  space: 60,
  incrs: [1, 2, 7, 14, 28, 56].map((count) => count * daySeconds),
  values: (_, times) => times.map((time) => dayOf(time)),
}

function dayOf(time: number | null): string {
  if (time === null) return '–'
  return new Date(time * 1_000).toLocaleDateString('en', { day: 'numeric', month: 'short' })
}

/** A canvas does not support `light-dark()`, so the browser resolves the colour. */
function getComputedColour(place: HTMLElement, name: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${name})`
  place.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
