import type { OutputOf } from '../../api/call.ts'
import { count, dollars, number } from '../../wording/amounts.ts'
import { DayChart } from './day-chart.tsx'

interface ModelCostProps {
  readonly growth: OutputOf<'getGrowth'>
  readonly cost: OutputOf<'getCost'>
}

/** In dollars, or in tokens if nothing cost money. Nothing if no model is used. */
export function ModelCost({ growth, cost: { total, budget, groups } }: ModelCostProps) {
  if (budget.reader === 'off' && total.calls === 0) return null
  const isMoney = total.costUsd > 0 || total.tokens === 0
  const limit = isMoney ? budget.limits.dailyUsd : budget.limits.dailyTokens
  const format = isMoney ? dollars : number
  const amount = isMoney ? dollars(total.costUsd) : count(total.tokens, 'token')
  const byDay = new Map(groups.map((group) => [group.group, group]))
  const values = growth.days.map(({ day }) => {
    const found = byDay.get(day)
    return (isMoney ? found?.costUsd : found?.tokens) ?? 0
  })
  const limits = limit === undefined ? '' : `; the limit is ${format(limit)} a day`
  return (
    <DayChart
      title="What models cost"
      summary={`${amount} for ${count(total.calls, 'call')}${limits}${budget.exhausted ? ', and today’s is used up' : ''}.`}
      days={growth.days.map(({ day }) => day)}
      series={[{ label: 'Cost', values, colour: '--accent' }]}
      format={format}
      nothing="No model was used in this period."
    />
  )
}
