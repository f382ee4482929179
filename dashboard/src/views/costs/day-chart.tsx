import { useEffect, useMemo, useRef, useState } from 'react'
import { useIsDark } from '../../components/appearance.tsx'
import { type Column, Table } from '../../components/table.tsx'
import { Card, Summary } from '../../components/view.tsx'
import { number } from '../../wording/amounts.ts'
import type { ChartSeries } from './draw-chart.ts'

interface DayChartProps {
  readonly title: string
  /** The chart in one sentence. */
  readonly summary: string
  readonly days: readonly string[]
  readonly series: readonly ChartSeries[]
  readonly format?: (value: number) => string
  /** Allowed steps of the value axis, increasing; default: round decimal numbers. */
  readonly steps?: readonly number[]
  /** Shown instead of the chart if every value is zero. */
  readonly nothing: string
}

export function DayChart(props: DayChartProps) {
  const { title, summary, days, series, format = number, steps, nothing } = props
  const isNothing = series.every(({ values }) => values.every((value) => !value))
  return (
    <Card title={title}>
      <p className="costs-summary">{isNothing ? nothing : summary}</p>
      {!isNothing && (
        <>
          <Chart
            summary={`${title}: ${summary}`}
            days={days}
            series={series}
            format={format}
            steps={steps}
          />
          <DayTable title={title} days={days} series={series} format={format} />
        </>
      )}
    </Card>
  )
}

interface ChartProps
  extends Required<Pick<DayChartProps, 'summary' | 'days' | 'series' | 'format'>> {
  readonly steps: DayChartProps['steps']
}

const chartPx = 200

/** The library is loaded with the first chart. */
function Chart({ summary, days, series, format, steps }: ChartProps) {
  const place = useRef<HTMLDivElement>(null)
  const times = useMemo(() => days.map((day) => new Date(`${day}T00:00`).getTime() / 1_000), [days])
  const isDark = useIsDark()
  // biome-ignore lint/correctness/useExhaustiveDependencies: colours are read anew for each theme
  useEffect(() => {
    const element = place.current
    if (!element) return
    let remove: (() => void) | undefined
    let isGone = false
    void import('./draw-chart.ts').then(({ drawChart }) => {
      if (!isGone) remove = drawChart(element, { times, series, format, steps, heightPx: chartPx })
    })
    return () => {
      isGone = true
      remove?.()
    }
  }, [times, series, format, steps, isDark])
  return (
    <figure className="chart">
      <div ref={place} role="img" aria-label={summary} style={{ minHeight: chartPx }} />
    </figure>
  )
}

function DayTable({
  title,
  days,
  series,
  format,
}: Required<Pick<DayChartProps, 'title' | 'days' | 'series' | 'format'>>) {
  const [isOpen, setOpen] = useState(false)
  const columns: Column<number>[] = [
    { title: 'Day', cell: (index) => days[index] },
    ...series.map(({ label, values }) => ({
      title: label,
      cell: (index: number) => describe(values[index], format),
      isNumber: true,
    })),
  ]
  return (
    <details className="costs-table" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <Summary>
        As a table<span className="visually-hidden">: {title}</span>
      </Summary>
      {isOpen && (
        <Table
          caption={`${title} by day, the newest first`}
          columns={columns}
          items={days.map((_, index) => days.length - 1 - index)}
          keyOf={String}
        />
      )}
    </details>
  )
}

function describe(value: number | null | undefined, format: (value: number) => string): string {
  return typeof value === 'number' ? format(value) : '–'
}
