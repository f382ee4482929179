import type { OutputOf } from '../../api/call.ts'
import { bytes } from '../../wording/amounts.ts'
import { DayChart } from './day-chart.tsx'
import { useSeries } from './use-series.ts'

interface DatabaseSizeProps {
  readonly days: OutputOf<'getGrowth'>['days']
  readonly isOfProject: boolean
}

const powersOfTwo = Array.from({ length: 48 }, (_, power) => 2 ** power)

export function DatabaseSize({ days, isOfProject }: DatabaseSizeProps) {
  return (
    <DayChart
      title="Database size"
      summary={describeGrowth(days) + (isOfProject ? ' All projects share this one file.' : '')}
      {...useSeries(days, [
        { label: 'Size', figure: 'databaseBytes', colour: '--accent', look: 'line' },
      ])}
      format={bytes}
      steps={powersOfTwo}
      nothing="The size has not been recorded yet."
    />
  )
}

function describeGrowth(days: DatabaseSizeProps['days']): string {
  const first = days.find(({ databaseBytes }) => databaseBytes !== undefined)
  const [before, now] = [first?.databaseBytes ?? 0, days.at(-1)?.databaseBytes ?? 0]
  if (!first || first === days.at(-1)) return `${bytes(now)} now; recorded from today.`
  const change = `${bytes(Math.abs(now - before))} ${now < before ? 'less' : 'more'}`
  return `${bytes(now)} now, ${change} than on ${first.day}.`
}
