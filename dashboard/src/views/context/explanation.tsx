import type { OutputOf } from '../../api/call.ts'
import { Badge, KindBadge } from '../../components/badge.tsx'
import { Card } from '../../components/card.tsx'
import { List, ListRow } from '../../components/list.tsx'
import { ClampedText } from '../../components/text.tsx'
import { count } from '../../wording/amounts.ts'

type Plan = OutputOf<'getContext'>

/** Why each memory was included or left out. */
export function Explanation({ plan: { lines, left = [] } }: { plan: Plan }) {
  return (
    <>
      {lines.length > 0 && (
        <Card title={`Included: ${count(lines.length, 'line')}`} isFlush>
          <List label="In">
            {lines.map((line) => (
              <InRow key={`${line.id} ${line.text}`} line={line} />
            ))}
          </List>
        </Card>
      )}
      {left.length > 0 && (
        <Card title={`Left out: ${count(left.length, 'memory', 'memories')}`} isFlush>
          <List label="Left out">
            {left.map(({ id, text, reason }) => (
              <ListRow
                key={id}
                to="/memories/$id"
                params={{ id }}
                title={<ClampedText text={text} />}
                detail={reason}
              />
            ))}
          </List>
        </Card>
      )}
    </>
  )
}

const sessionBadges = { digest: 'last session', pointer: 'earlier work' } as const

function InRow({ line: { id, kind, text, reason, tokens } }: { line: Plan['lines'][number] }) {
  const isOfSession = kind === 'digest' || kind === 'pointer'
  return (
    <ListRow
      to={isOfSession ? '/sessions/$id' : '/memories/$id'}
      params={{ id }}
      title={<ClampedText text={text} />}
      detail={
        <>
          <span>{reason}</span>
          <span>{count(tokens, 'token')}</span>
        </>
      }
      trailing={isOfSession ? <Badge>{sessionBadges[kind]}</Badge> : <KindBadge kind={kind} />}
    />
  )
}
