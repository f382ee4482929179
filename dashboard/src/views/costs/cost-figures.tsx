import type { OutputOf } from '../../api/call.ts'
import { Figure, Figures } from '../../components/figures.tsx'
import { Card } from '../../components/view.tsx'
import { bytes, count, dollars, number } from '../../wording/amounts.ts'

interface CostFiguresProps {
  readonly growth: OutputOf<'getGrowth'>
  readonly cost: OutputOf<'getCost'>
  readonly isOfProject: boolean
}

export function CostFigures({ growth, cost, isOfProject }: CostFiguresProps) {
  const { days, storage } = growth
  const memories = days.at(-1)?.memories ?? 0
  const injected = sumOf(days, 'tokensInjected')
  return (
    <Figures>
      <Spending
        {...cost.budget}
        name={isOfProject ? 'Models today, all projects' : 'Models today'}
      />
      <Figure
        name="Memories"
        value={number(memories)}
        detail={`${number(sumOf(days, 'learned'))} learned in ${days.length} days`}
      />
      <Figure
        name="Given to agents"
        value={count(injected, 'token')}
        detail={injected === 0 ? 'none in this period' : usedText(days)}
      />
      <Figure
        name="Database"
        value={bytes(storage.bytes)}
        detail={
          isOfProject
            ? 'one file for all projects'
            : `${count(sumOf(days, 'events'), 'event')} in ${days.length} days`
        }
      />
    </Figures>
  )
}

type SpendingProps = CostFiguresProps['cost']['budget'] & { readonly name: string }

/** Limits are not per project. */
function Spending({ name, reader, today, limits, exhausted }: SpendingProps) {
  if (reader === 'off' && today.tokens === 0) {
    return <Figure name={name} value="$0.00" detail="no model is used" />
  }
  const { dailyUsd, dailyTokens } = limits
  const tokens = dailyTokens === undefined ? '' : ` of ${number(dailyTokens)}`
  return (
    <Figure
      name={name}
      value={dollars(today.costUsd) + (dailyUsd === undefined ? '' : ` of ${dollars(dailyUsd)}`)}
      detail={exhausted ? 'the budget is exhausted' : `${number(today.tokens)}${tokens} tokens`}
      {...(exhausted && { tone: 'warn' as const })}
    />
  )
}

function usedText(days: CostFiguresProps['growth']['days']): string {
  return `${share(sumOf(days, 'tokensUsed'), sumOf(days, 'tokensInjected'))} of it was used`
}

type Storage = OutputOf<'getGrowth'>['storage']

const names: Record<Storage['parts'][number]['part'], string> = {
  captured: 'Sessions and events',
  memories: 'Memories',
  search: 'Search index',
  vectors: 'Vectors',
  other: 'Digests, jobs, costs',
}

export function StorageCard({ storage: { bytes: total, parts } }: { storage: Storage }) {
  return (
    <Card title="Database contents">
      <p className="costs-summary">
        {bytes(total)} for all projects{parts.length === 0 && '; too large to measure by part'}.
      </p>
      <dl className="costs-parts">
        {parts.map(({ part, bytes: size }) => (
          <div key={part}>
            <dt>{names[part]}</dt>
            <dd>
              {bytes(size)} <span className="quiet">{share(size, total)}</span>
            </dd>
            <meter className="bar" min={0} max={total} value={size} aria-hidden="true" />
          </div>
        ))}
      </dl>
    </Card>
  )
}

type Day = OutputOf<'getGrowth'>['days'][number]

export function sumOf(days: readonly Day[], figure: Exclude<keyof Day, 'day'>): number {
  return days.reduce((sum, day) => sum + (day[figure] ?? 0), 0)
}

export function share(part: number, whole: number): string {
  return `${whole === 0 ? 0 : Math.round((100 * part) / whole)}%`
}
