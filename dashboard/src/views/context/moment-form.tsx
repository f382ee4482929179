import { useNavigate } from '@tanstack/react-router'
import { useId } from 'react'
import { type ContextBudget, contextLimits } from '../../../../src/contract/vocabulary.ts'
import { useOperation } from '../../api/operation-hooks.ts'
import { Select } from '../../components/fields.tsx'
import { Chip } from '../../components/filters.tsx'
import { Card } from '../../components/view.tsx'
import { useProjectOptions } from '../../project/current-project.tsx'
import {
  type ContextSearch,
  contextEvents,
  contextSources,
  longestText,
} from '../../read-params.ts'
import { shorten } from '../../wording/texts.ts'
import { relativeTime } from '../../wording/time.ts'
import type { Budgets } from './budget-sliders.tsx'

interface MomentFormProps {
  readonly search: ContextSearch
  readonly prompt: string
  readonly onPrompt: (prompt: string) => void
}

const sources = {
  startup: 'a new session',
  resume: 'a resumed session',
  clear: 'after a clear',
  compact: 'after a compaction',
} as const

export function MomentForm({ search, prompt, onPrompt }: MomentFormProps) {
  const navigate = useNavigate({ from: '/context' })
  const { event = 'session-start', source = 'startup' } = search
  const show = (change: ContextSearch) =>
    void navigate({ search: { ...search, ...change }, replace: true })
  return (
    <Card title="The moment">
      <div className="context-form">
        <fieldset className="row">
          <legend className="visually-hidden">Event</legend>
          {contextEvents.map((name) => (
            <Chip key={name} isOn={event === name} onToggle={() => show({ event: name })}>
              {eventNames[name]}
            </Chip>
          ))}
        </fieldset>
        {event === 'session-start' && (
          <Select
            label="Start of"
            value={source}
            options={contextSources.map((name) => [name, sources[name]] as const)}
            onChange={(name) => show({ source: contextSources.find((each) => each === name) })}
          />
        )}
        {event === 'prompt' && <PromptBox prompt={prompt} onPrompt={onPrompt} />}
        {event === 'subagent-start' && (
          <AgentBox agent={search.agent ?? ''} onAgent={(agent) => show({ agent })} />
        )}
        <PlaceSelects search={search} onChange={show} />
      </div>
    </Card>
  )
}

function PromptBox({ prompt, onPrompt }: Pick<MomentFormProps, 'prompt' | 'onPrompt'>) {
  const id = useId()
  return (
    <div className="context-prompt">
      <label htmlFor={id}>Your prompt</label>
      <textarea
        id={id}
        rows={3}
        maxLength={longestText}
        placeholder="Why is the invoice export slow?"
        value={prompt}
        onChange={(change) => onPrompt(change.target.value)}
      />
    </div>
  )
}

interface AgentBoxProps {
  readonly agent: string
  readonly onAgent: (agent: string | undefined) => void
}

function AgentBox({ agent, onAgent }: AgentBoxProps) {
  const id = useId()
  return (
    <div className="context-prompt">
      <label htmlFor={id}>Name of the subagent</label>
      <input
        id={id}
        maxLength={200}
        placeholder="Explore"
        value={agent}
        onChange={(change) => onAgent(change.target.value || undefined)}
      />
    </div>
  )
}

interface PlaceSelectsProps {
  readonly search: ContextSearch
  readonly onChange: (change: ContextSearch) => void
}

function PlaceSelects({ search: { project, session }, onChange }: PlaceSelectsProps) {
  const projects = useProjectOptions()
  const sessions = useOperation('listSessions', { project, limit: 50 }).data?.sessions ?? []
  const projectOf = (id: string) => sessions.find((each) => each.id === id)?.project?.id
  const isListed = sessions.some(({ id }) => id === session)
  return (
    <>
      <Select
        label="Project"
        value={project ?? (session && projectOf(session)) ?? ''}
        options={[['', 'No project'], ...projects]}
        onChange={(id) => onChange({ project: id || undefined, session: undefined })}
      />
      <Select
        label="Session, with its earlier context"
        value={session ?? ''}
        options={[
          ['', 'No session yet'],
          ...(session && !isListed ? [[session, session] as const] : []),
          ...sessions.map(
            ({ id, lastEventAt, title }) =>
              [id, `${relativeTime(lastEventAt, Date.now())}: ${title}`] as const,
          ),
        ]}
        onChange={(id) => onChange({ session: id || undefined, project: projectOf(id) ?? project })}
      />
    </>
  )
}

const mostOfPrompt = 40

const eventNames = {
  'session-start': 'Session start',
  prompt: 'Prompt',
  'subagent-start': 'Subagent',
} as const

const budgetNames: Record<ContextBudget, string> = {
  startTokens: 'start tokens',
  promptTokens: 'prompt tokens',
}

/** A previewed moment in a few words: event, prompt, project and tried budgets. */
export function describeMoment(
  moment: ContextSearch & Budgets & { readonly prompt?: string | undefined },
  projects: readonly (readonly [id: string, name: string])[],
): string {
  const { event = 'session-start', prompt, project } = moment
  const names = Object.keys(contextLimits) as ContextBudget[]
  const budgets = names.filter((name) => moment[name] !== undefined)
  return [
    eventNames[event],
    ...(prompt ? [`“${shorten(prompt, mostOfPrompt)}”`] : []),
    projects.find(([id]) => id === project)?.[1] ?? 'no project',
    ...budgets.map((name) => `${moment[name]} ${budgetNames[name]}`),
  ].join(' · ')
}
