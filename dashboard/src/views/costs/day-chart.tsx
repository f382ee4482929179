import { useMemo, useState } from 'react'
import { Chart, type ChartProps, type ChartSeries } from '../../components/chart.tsx'
import { type Column, Table } from '../../components/table.tsx'
import { Card, Summary } from '../../components/view.tsx'
import { number } from '../../wording/amounts.ts'

interface DayChartProps extends Pick<ChartProps, 'steps'> {
  readonly title: string
  /** The chart in one sentence. */
  readonly summary: string
  readonly days: readonly string[]
  readonly series: readonly ChartSeries[]
  readonly format?: (value: number) => string
  /** Shown instead of the chart if every value is zero. */
  readonly nothing: string
}

/** Values by day, as a chart and as a table. */
export function DayChart(props: DayChartProps) {
  const { title, summary, days, series, format = number, steps, nothing } = props
  const times = useMemo(() => days.map((day) => new Date(`${day}T00:00`).getTime() / 1_000), [days])
  const isNothing = series.every(({ values }) => values.every((value) => !value))
  return (
    <Card title={title}>
      <p className="costs-summary">{isNothing ? nothing : summary}</p>
      {!isNothing && (
        <>
          <Chart
            summary={`${title}: ${summary}`}
            times={times}
            series={series}
            format={format}
            {...(steps && { steps })}
            isByDay
          />
          <DayTable title={title} days={days} series={series} format={format} />
        </>
      )}
    </Card>
  )
}

function describe(value: number | null | undefined, format: (value: number) => string): string {
  return typeof value === 'number' ? format(value) : '–'
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
