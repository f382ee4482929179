import { Link } from '@tanstack/react-router'
import type { OutputOf } from '../../api/call.ts'
import { Badge, KindBadge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { ContextBudget } from '../../components/context-budget.tsx'
import { List, ListRow } from '../../components/list.tsx'
import { EmptyState } from '../../components/placeholders.tsx'
import { ClampedText } from '../../components/text.tsx'
import { Card } from '../../components/view.tsx'
import { count } from '../../wording/amounts.ts'

interface ContextBlockProps {
  readonly plan: OutputOf<'getContext'>
  readonly lacksProject: boolean
  /** Keeps it to compare with the next one. */
  readonly onKeep: () => void
}

/** The block exactly as the agent gets it, and how much of each limit it uses. */
export function ContextBlock({ plan, lacksProject, onKeep }: ContextBlockProps) {
  const { text, silence, heldBack } = plan
  return (
    <Card
      title="What the agent gets"
      actions={
        <Button look="quiet" icon="copy" onClick={onKeep}>
          Keep to compare
        </Button>
      }
    >
      {heldBack && (
        <p className="context-held-back">
          This session is held back for proof: its agent gets nothing of this but what a guard says.
        </p>
      )}
      <div className="context-meters">
        <ContextBudget {...plan} />
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
  const isOfSession = kind === 'digest'
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

interface SilenceProps {
  readonly silence: NonNullable<OutputOf<'getContext'>['silence']>
  /** Something was considered. */
  readonly hasLeft: boolean
  /** There are projects, and none is chosen. */
  readonly lacksProject: boolean
}

/** Why an agent would get no context, and what would change that. */
function Silence({ silence, hasLeft, lacksProject }: SilenceProps) {
  if (silence === 'nothing-fits')
    return <NothingFits hasLeft={hasLeft} lacksProject={lacksProject} />
  const { title, text, isSetting = false } = reasons[silence]
  return (
    <EmptyState title={title} action={isSetting && <Link to="/settings">Settings</Link>}>
      {text}
    </EmptyState>
  )
}

type Reason = { readonly title: string; readonly text: string; readonly isSetting?: boolean }

const reasons: Record<Exclude<SilenceProps['silence'], 'nothing-fits'>, Reason> = {
  'switched-off': {
    title: 'Turned off',
    text: 'The settings turn context off at this moment.',
    isSetting: true,
  },
  'disabled-here': {
    title: 'Left alone',
    text: 'Throughline is disabled for this project: it captures nothing and gives no context.',
    isSetting: true,
  },
  'host-takes-nothing': {
    title: 'This agent takes no context here',
    text: 'It ignores what hooks say at this moment. Look at another one.',
  },
  'prompt-says-little': {
    title: 'The prompt is too general',
    text: 'Commands and general words match nothing. Name a file, an error or a topic.',
  },
}

function NothingFits({ hasLeft, lacksProject }: Omit<SilenceProps, 'silence'>) {
  if (hasLeft) {
    return (
      <EmptyState title="Nothing matches">
        Everything considered was left out; the reasons are below.
      </EmptyState>
    )
  }
  if (lacksProject) {
    return (
      <EmptyState title="Nothing matches outside a project">
        Only global memories were considered. Choose the project your agent works in.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title="No context yet"
      command="throughline remember 'Run npm test before every commit'"
    >
      Once memories match this moment, this shows what the agent gets, and why.
    </EmptyState>
  )
}
