import { Link } from '@tanstack/react-router'
import type { OutputOf } from '../../api/call.ts'
import { Card } from '../../components/card.tsx'
import { EmptyState } from '../../components/empty-state.tsx'

interface SilenceProps {
  readonly silence: NonNullable<OutputOf<'getContext'>['silence']>
  /** Something was considered. */
  readonly hasLeft: boolean
  /** There are projects, and none is chosen. */
  readonly lacksProject: boolean
}

/** Why an agent would be handed nothing, and what would change that. */
export function Silence({ silence, hasLeft, lacksProject }: SilenceProps) {
  switch (silence) {
    case 'switched-off':
      return (
        <EmptyState title="Switched off" action={<Link to="/settings">Settings</Link>}>
          The settings say that nothing is handed over at this moment.
        </EmptyState>
      )
    case 'disabled-here':
      return (
        <EmptyState title="Left alone" action={<Link to="/settings">Settings</Link>}>
          Throughline is disabled for this project, so it neither captures nor hands over anything.
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
        <EmptyState title="The prompt says too little">
          Commands, and words that could be about anything, bring nothing. Name what it is about.
        </EmptyState>
      )
    case 'nothing-fits':
      return <NothingFits hasLeft={hasLeft} lacksProject={lacksProject} />
  }
}

function NothingFits({ hasLeft, lacksProject }: Omit<SilenceProps, 'silence'>) {
  if (hasLeft) {
    return (
      <EmptyState title="Nothing fits">
        What was considered is left out; below it says why of each.
      </EmptyState>
    )
  }
  if (lacksProject) {
    return (
      <EmptyState title="Nothing fits outside of a project">
        Only what holds everywhere was considered. Choose the project that your agent works in.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title="Nothing would be given yet"
      command="throughline remember 'Run npm test before every commit'"
    >
      Once there are memories that fit this moment, this shows what an agent gets, and why.
    </EmptyState>
  )
}

export function PromptMissing() {
  return (
    <Card title="What the agent gets">
      <EmptyState title="Say something">
        Write a prompt as you would to your agent, and see what it would bring to mind.
      </EmptyState>
    </Card>
  )
}
