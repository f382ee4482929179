import { useState } from 'react'
import { DayColumns, type DaySeries } from '../../components/day-columns.tsx'
import { type Column, Table } from '../../components/table.tsx'
import { Card, Summary } from '../../components/view.tsx'
import { number } from '../../wording/amounts.ts'

interface DayChartProps {
  readonly title: string
  /** The chart in one sentence. */
  readonly summary: string
  readonly days: readonly string[]
  readonly series: readonly DaySeries[]
  readonly format?: (value: number) => string
  /** Shown instead of the chart if every value is zero. */
  readonly nothing: string
}

export function DayChart({ format = number, ...props }: DayChartProps) {
  const { title, summary, days, series, nothing } = props
  const isNothing = series.every(({ values }) => values.every((value) => value === 0))
  return (
    <Card title={title}>
      <p className="activity-summary">{isNothing ? nothing : summary}</p>
      {!isNothing && (
        <>
          <DayColumns
            summary={`${title}: ${summary}`}
            days={days}
            series={series}
            format={format}
          />
          <DayTable title={title} days={days} series={series} format={format} />
        </>
      )}
    </Card>
  )
}

type DayTableProps = Required<Pick<DayChartProps, 'title' | 'days' | 'series' | 'format'>>

function DayTable({ title, days, series, format }: DayTableProps) {
  const [isOpen, setOpen] = useState(false)
  const columns: Column<number>[] = [
    { title: 'Day', cell: (index) => days[index] },
    ...series.map(({ label, values }) => ({
      title: label,
      cell: (index: number) => format(values[index] ?? 0),
      isNumber: true,
    })),
  ]
  return (
    <details
      className="activity-table"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
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
