import type { OutputOf } from '../../api/call.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Meter } from '../../components/meter.tsx'
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
