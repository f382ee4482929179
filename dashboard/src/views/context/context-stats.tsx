import { nameAgent } from '../../../../src/contract/vocabulary.ts'
import type { OutputOf } from '../../api/call.ts'
import { useOperation } from '../../api/operation-hooks.ts'
import { Figure, Figures, PendingFigures } from '../../components/figures.tsx'
import { List, ListRow } from '../../components/list.tsx'
import { type Column, Table } from '../../components/table.tsx'
import { ClampedText } from '../../components/text.tsx'
import { Card } from '../../components/view.tsx'
import { count, number } from '../../wording/amounts.ts'

interface ProjectProps {
  readonly project: string | undefined
}

/** Context given in the last 30 days, if any was, and how much of it was used. */
export function ContextStats({ project }: ProjectProps) {
  const { data } = useOperation('getContextStats', { project }, { live: true, keepsPrevious: true })
  if (!data) return <PendingFigures />
  const { days, injections, sessions, tokens, shown, used, neverUsed } = data
  if (injections === 0) return null
  return (
    <Figures>
      <Figure
        name="Tokens given"
        value={number(tokens)}
        detail={`${number(Math.round(tokens / Math.max(1, sessions)))} a session`}
      />
      <Figure
        name="Context given"
        value={count(injections, 'time')}
        detail={`to ${count(sessions, 'session')} in ${days} days`}
      />
      <Figure
        name="Used"
        value={shown > 0 ? `${Math.round((used / shown) * 100)}%` : '–'}
        detail={`${number(used)} of ${count(shown, 'memory', 'memories')} shown`}
      />
      <Figure
        name="Never used"
        value={shown > 0 ? number(neverUsed.length) : '–'}
        detail={neverUsed.length > 0 ? 'listed below' : 'each was used at least once'}
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

type Moment = OutputOf<'getContextStats'>['moments'][number]

const names: Record<Moment['moment'], string> = {
  'session-start': 'Start of a session',
  prompt: 'Prompt',
  'subagent-start': 'Start of a subagent',
  failure: 'Failed command',
  file: 'File opened',
  tool: 'Before a tool runs',
  compaction: 'Compaction',
}

const columns: readonly Column<Moment>[] = [
  { title: 'Week of', cell: ({ week }) => week },
  { title: 'Agent', cell: ({ host }) => nameAgent(host) },
  { title: 'Moment', cell: ({ moment }) => names[moment] },
  { title: 'Lines given', cell: ({ given }) => number(given), isNumber: true },
  { title: 'Used', cell: ({ used }) => number(used), isNumber: true },
]

/** Lines given and used by week, agent and moment. */
export function Moments({ project }: { readonly project: string | undefined }) {
  const { data } = useOperation('getContextStats', { project }, { live: true, keepsPrevious: true })
  if (!data || data.moments.length === 0) return null
  const keyOf = ({ week, host, moment }: Moment) => `${week} ${host} ${moment}`
  return (
    <Card title="When it was given" isFlush>
      <Table caption="Lines given and used" columns={columns} items={data.moments} keyOf={keyOf} />
    </Card>
  )
}
