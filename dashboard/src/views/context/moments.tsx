import { nameAgent } from '../../../../src/contract/vocabulary.ts'
import type { OutputOf } from '../../api/call.ts'
import { useOperation } from '../../api/operation-hooks.ts'
import { Card } from '../../components/card.tsx'
import { type Column, Table } from '../../components/table.tsx'
import { number } from '../../wording/amounts.ts'

type Moment = OutputOf<'getContextStats'>['moments'][number]

const names: Record<Moment['moment'], string> = {
  'session-start': 'Start of a session',
  prompt: 'Prompt',
  'subagent-start': 'Start of a subagent',
  failure: 'Failed command',
  file: 'File opened',
  compaction: 'Compaction',
}

const columns: readonly Column<Moment>[] = [
  { title: 'Week of', cell: ({ week }) => week },
  { title: 'Agent', cell: ({ host }) => nameAgent(host) },
  { title: 'Moment', cell: ({ moment }) => names[moment] },
  { title: 'Lines given', cell: ({ given }) => number(given), isNumber: true },
  { title: 'Used', cell: ({ used }) => number(used), isNumber: true },
  { title: 'Passed within 5 calls', cell: helpedOf, isNumber: true },
]

/** Whether context helped: lines given and used by week, agent and moment. */
export function Moments({ project }: { readonly project: string | undefined }) {
  const { data } = useOperation('getContextStats', { project }, { live: true, keepsPrevious: true })
  if (!data || data.moments.length === 0) return null
  const keyOf = ({ week, host, moment }: Moment) => `${week} ${host} ${moment}`
  return (
    <Card title="Did it help?" isFlush>
      <Table caption="Lines given and used" columns={columns} items={data.moments} keyOf={keyOf} />
    </Card>
  )
}

function helpedOf({ followed = 0, helped = 0 }: Moment): string {
  return followed === 0 ? '' : `${number(helped)} of ${number(followed)}`
}
