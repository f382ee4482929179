import { Link } from '@tanstack/react-router'
import type { OutputOf } from '../../api/call.ts'
import { EmptyState } from '../../components/placeholders.tsx'
import { Card } from '../../components/view.tsx'

interface SilenceProps {
  readonly silence: NonNullable<OutputOf<'getContext'>['silence']>
  /** Something was considered. */
  readonly hasLeft: boolean
  /** There are projects, and none is chosen. */
  readonly lacksProject: boolean
}

/** Why an agent would get no context, and what would change that. */
export function Silence({ silence, hasLeft, lacksProject }: SilenceProps) {
  switch (silence) {
    case 'switched-off':
      return (
        <EmptyState title="Turned off" action={<Link to="/settings">Settings</Link>}>
          The settings turn context off at this moment.
        </EmptyState>
      )
    case 'disabled-here':
      return (
        <EmptyState title="Left alone" action={<Link to="/settings">Settings</Link>}>
          Throughline is disabled for this project: it captures nothing and gives no context.
        </EmptyState>
      )
    case 'host-takes-nothing':
      return (
        <EmptyState title="This agent takes no context here">
          It ignores what hooks say at this moment. Look at another one.
        </EmptyState>
      )
    case 'prompt-says-little':
      return (
        <EmptyState title="The prompt is too general">
          Commands and general words match nothing. Name a file, an error or a topic.
        </EmptyState>
      )
    case 'nothing-fits':
      return <NothingFits hasLeft={hasLeft} lacksProject={lacksProject} />
  }
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

export function PromptMissing() {
  return (
    <Card title="What the agent gets">
      <EmptyState title="Enter a prompt">
        Write a prompt as you would to your agent to see which memories it brings up.
      </EmptyState>
    </Card>
  )
}
