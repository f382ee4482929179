import type { OutputOf } from '../../api/call.ts'
import { Figure, Figures } from '../../components/figures.tsx'
import { bytes, count, dollars, number } from '../../wording/amounts.ts'
import { share, sumOf } from './sums.ts'

interface CostFiguresProps {
  readonly growth: OutputOf<'getGrowth'>
  readonly cost: OutputOf<'getCost'>
}

export function CostFigures({ growth: { days, storage }, cost }: CostFiguresProps) {
  const memories = days.at(-1)?.memories ?? 0
  const injected = sumOf(days, 'tokensInjected')
  return (
    <Figures>
      <Spending {...cost.budget} />
      <Figure
        name="Memories"
        value={number(memories)}
        detail={`${number(sumOf(days, 'learned'))} learned in ${days.length} days`}
      />
      <Figure
        name="Handed to agents"
        value={count(injected, 'token')}
        detail={injected === 0 ? 'nothing in this time' : usedText(days)}
      />
      <Figure
        name="Database"
        value={bytes(storage.bytes)}
        detail={`${count(sumOf(days, 'events'), 'event')} in ${days.length} days`}
      />
    </Figures>
  )
}

/** Of all projects: limits know none. */
function Spending({ mode, today, limits, exhausted }: CostFiguresProps['cost']['budget']) {
  if (mode !== 'model' && today.tokens === 0) {
    return <Figure name="Models today" value="$0.00" detail="no model is asked" />
  }
  const { dailyUsd, dailyTokens } = limits
  const tokens = dailyTokens === undefined ? '' : ` of ${number(dailyTokens)}`
  return (
    <Figure
      name="Models today"
      value={dollars(today.costUsd) + (dailyUsd === undefined ? '' : ` of ${dollars(dailyUsd)}`)}
      detail={exhausted ? 'the budget is used up' : `${number(today.tokens)}${tokens} tokens`}
      {...(exhausted && { tone: 'warn' as const })}
    />
  )
}

function usedText(days: CostFiguresProps['growth']['days']): string {
  return `${share(sumOf(days, 'tokensUsed'), sumOf(days, 'tokensInjected'))} of it was used`
}
