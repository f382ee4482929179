import type { OutputOf } from '../../api/call.ts'
import { Badge, KindBadge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { Meter } from '../../components/figures.tsx'
import { List, ListRow } from '../../components/list.tsx'
import { ClampedText } from '../../components/text.tsx'
import { Card } from '../../components/view.tsx'
import { count } from '../../wording/amounts.ts'
import { Silence } from './no-context.tsx'

interface ContextBlockProps {
  readonly plan: OutputOf<'getContext'>
  readonly lacksProject: boolean
  /** Keeps it to compare with the next one. */
  readonly onKeep: () => void
}

/** The block exactly as the agent gets it, and how much of each limit it uses. */
export function ContextBlock({ plan, lacksProject, onKeep }: ContextBlockProps) {
  const { text, tokens, characters, most, silence } = plan
  return (
    <Card
      title="What the agent gets"
      actions={
        <Button look="quiet" icon="copy" onClick={onKeep}>
          Keep to compare
        </Button>
      }
    >
      <div className="context-meters">
        <Meter label="Tokens (upper bound)" value={tokens} most={most.tokens} />
        <Meter label="Characters" value={characters} most={most.characters} />
      </div>
      {silence ? (
        <Silence
          silence={silence}
          hasLeft={plan.left !== undefined && plan.left.length > 0}
          lacksProject={lacksProject}
        />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be keyboard-accessible
        <pre className="context-block" tabIndex={0}>
          {text}
        </pre>
      )}
    </Card>
  )
}

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
