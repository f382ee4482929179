/** Daily figures as chart series. Series after the first are left out if they are all zero. */
import { useMemo } from 'react'
import type { OutputOf } from '../../api/call.ts'
import type { ChartSeries } from '../../components/chart-props.ts'

type Day = OutputOf<'getGrowth'>['days'][number]

interface DrawnFigure extends Pick<ChartSeries, 'label' | 'colour'> {
  readonly figure: Exclude<keyof Day, 'day'>
  readonly look?: ChartSeries['look']
}

export function useSeries(days: readonly Day[], figures: readonly DrawnFigure[]) {
  const shape = JSON.stringify(figures)
  return useMemo(() => {
    const happened = ({ figure }: DrawnFigure, index: number) =>
      index === 0 || days.some((day) => (day[figure] ?? 0) > 0)
    const drawn = JSON.parse(shape) as DrawnFigure[]
    return {
      days: days.map(({ day }) => day),
      series: drawn.filter(happened).map(({ figure, look = 'bars', ...rest }) => ({
        ...rest,
        look,
        values: days.map((day) => day[figure] ?? null),
      })),
    }
  }, [days, shape])
}
