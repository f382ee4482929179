import type { OutputOf } from '../../api/call.ts'
import { count, number } from '../../wording/amounts.ts'
import { DayChart } from './day-chart.tsx'

type Day = OutputOf<'getGrowth'>['days'][number]
type Figure = Exclude<keyof Day, 'day'>

export function DayCharts({ days }: { days: readonly Day[] }) {
  const dates = days.map(({ day }) => day)
  const valuesOf = (figure: Figure) => days.map((day) => day[figure] ?? 0)
  const sum = (figure: Figure) => valuesOf(figure).reduce((total, value) => total + value, 0)
  const used = valuesOf('tokensUsed')
  const unused = valuesOf('tokensInjected').map((given, day) => given - (used[day] ?? 0))
  const given = sum('tokensInjected')
  return (
    <div className="activity-charts">
      <DayChart
        title="Work"
        summary={`${count(sum('turns'), 'turn')} in ${count(sum('sessions'), 'new session')}.`}
        days={dates}
        series={[{ label: 'Turns', values: valuesOf('turns'), colour: '--accent' }]}
        nothing="No agent worked in this period."
      />
      <DayChart
        title="Learned"
        summary={`${count(sum('learned'), 'memory', 'memories')} learned, ${number(sum('superseded'))} replaced, ${number(sum('forgotten'))} forgotten; ${number(days.at(-1)?.memories ?? 0)} now.`}
        days={dates}
        series={[{ label: 'Learned', values: valuesOf('learned'), colour: '--accent' }]}
        nothing="Nothing was learned in this period."
      />
      <DayChart
        title="Given to agents"
        summary={`${count(given, 'token')}, ${share(sum('tokensUsed'), given)} of them used.`}
        days={dates}
        series={[
          { label: 'Used', values: used, colour: '--accent' },
          { label: 'Not used', values: unused, colour: '--line-strong' },
        ]}
        nothing="No memory was given in this period."
      />
    </div>
  )
}

const share = (part: number, whole: number) => `${Math.round((100 * part) / Math.max(1, whole))}%`
