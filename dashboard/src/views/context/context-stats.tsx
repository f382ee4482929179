import { useOperation } from '../../api/operation-hooks.ts'
import { Card } from '../../components/card.tsx'
import { Figure, Figures, PendingFigures } from '../../components/figures.tsx'
import { List, ListRow } from '../../components/list.tsx'
import { ClampedText } from '../../components/text.tsx'
import { count, number } from '../../wording/amounts.ts'

interface ProjectProps {
  readonly project: string | undefined
}

const nothingGiven = 'nothing given yet'

/** Context given in the last 30 days, and how much of it was used. */
export function ContextStats({ project }: ProjectProps) {
  const { data } = useOperation('getContextStats', { project }, { live: true, keepsPrevious: true })
  if (!data) return <PendingFigures />
  const { days, injections, sessions, tokens, shown, used, neverUsed } = data
  return (
    <Figures>
      <Figure
        name="Tokens given"
        value={number(tokens)}
        detail={
          sessions > 0 ? `${number(Math.round(tokens / sessions))} a session` : `in ${days} days`
        }
      />
      <Figure
        name="Context given"
        value={count(injections, 'time')}
        detail={
          sessions > 0 ? `to ${count(sessions, 'session')} in ${days} days` : `in ${days} days`
        }
      />
      <Figure
        name="Used"
        value={shown > 0 ? `${Math.round((used / shown) * 100)}%` : '–'}
        detail={
          shown > 0
            ? `${number(used)} of ${count(shown, 'memory', 'memories')} shown`
            : nothingGiven
        }
      />
      <Figure
        name="Never used"
        value={shown > 0 ? number(neverUsed.length) : '–'}
        detail={
          neverUsed.length > 0
            ? 'listed below'
            : shown > 0
              ? 'each was used at least once'
              : nothingGiven
        }
      />
    </Figures>
  )
}

export function NeverUsed({ project }: ProjectProps) {
  const { data } = useOperation('getContextStats', { project }, { live: true, keepsPrevious: true })
  if (!data || data.neverUsed.length === 0) return null
  return (
    <Card title={`Given in the last ${data.days} days, never used`} isFlush>
      <List label="Never used">
        {data.neverUsed.map(({ id, text, shown }) => (
          <ListRow
            key={id}
            to="/memories/$id"
            params={{ id }}
            title={<ClampedText text={text} />}
            trailing={`shown to ${count(shown, 'session')}`}
          />
        ))}
      </List>
    </Card>
  )
}
