import type { OutputOf } from '../../api/call.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { List, ListRow } from '../../components/list.tsx'
import { ClampedText } from '../../components/text.tsx'
import { Card } from '../../components/view.tsx'
import { count } from '../../wording/amounts.ts'

type Plan = OutputOf<'getContext'>

export interface NamedPlan {
  /** The moment and its budgets, in a few words. */
  readonly name: string
  readonly plan: Plan
}

interface ComparisonProps {
  readonly kept: NamedPlan
  readonly current: NamedPlan
  readonly onClose: () => void
}

export function Comparison({ kept, current, onClose }: ComparisonProps) {
  return (
    <Card
      title="Compared"
      isFlush
      actions={
        <Button look="quiet" icon="close" onClick={onClose}>
          Stop comparing
        </Button>
      }
    >
      <div className="context-compared">
        <Side title="Kept" {...kept} other={current.plan} />
        <Side title="Current" {...current} other={kept.plan} />
      </div>
    </Card>
  )
}

function Side({ title, name, plan, other }: NamedPlan & { title: string; other: Plan }) {
  const lines = compareLines(plan.lines, other.lines)
  const only = lines.filter(({ isOnlyHere }) => isOnlyHere).length
  return (
    <section className="context-side" aria-label={title}>
      <h3>
        {title}: {name}
      </h3>
      <p className="quiet">
        {count(plan.tokens, 'token')}, {count(plan.lines.length, 'line')}, {only} only here
      </p>
      <List label={`${title}: lines`}>
        {lines.map(({ line: { id, text }, isOnlyHere }) => (
          <ListRow
            key={`${id} ${text}`}
            title={<ClampedText text={text} />}
            trailing={isOnlyHere && <Badge tone="accent">only here</Badge>}
          />
        ))}
      </List>
    </section>
  )
}

/** Which lines two contexts have in common. */

interface Line {
  readonly id: string
  readonly text: string
}

interface ComparedLine<Each extends Line> {
  readonly line: Each
  /** Whether the other context lacks it. */
  readonly isOnlyHere: boolean
}

export function compareLines<Each extends Line>(
  here: readonly Each[],
  there: readonly Line[],
): ComparedLine<Each>[] {
  const others = new Set(there.map(nameOf))
  return here.map((line) => ({ line, isOnlyHere: !others.has(nameOf(line)) }))
}

/** A session has several lines, so its id is not enough. */
const nameOf = ({ id, text }: Line) => `${id} ${text}`
