import './context.css'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useOperation, useSettled } from '../../api/operation-hooks.ts'
import { EmptyState, Pending } from '../../components/placeholders.tsx'
import { Card, View } from '../../components/view.tsx'
import { useProjectOptions } from '../../project/current-project.tsx'
import { BudgetSliders, type Budgets, PendingBudgets } from './budget-sliders.tsx'
import { Comparison, type NamedPlan } from './comparison.tsx'
import { ContextBlock, Explanation } from './context-block.tsx'
import { ContextStats, Moments, NeverUsed } from './context-stats.tsx'
import { describeMoment, MomentForm } from './moment-form.tsx'

/** Previews the context of an agent, also with other budgets. Records nothing. */
export function ContextView() {
  const search = getRouteApi('/context').useSearch()
  const [prompt, setPrompt] = useState('')
  const [budgets, setBudgets] = useState<Budgets>({})
  const [kept, setKept] = useState<NamedPlan>()
  const { event = 'session-start' } = search
  const wanted = useMemo(
    () => ({ ...search, ...budgets, event, prompt: event === 'prompt' ? prompt : undefined }),
    [search, budgets, event, prompt],
  )
  const asked = useSettled(wanted)
  const { data, error } = useOperation(
    'getContext',
    { ...asked, explain: true },
    { live: true, keepsPrevious: true, enabled: asked.prompt?.trim() !== '' },
  )
  const projects = useProjectOptions()
  const name = describeMoment(asked, projects)
  const lacksProject = projects.length > 0 && !search.project && !search.session
  const lacksPrompt = wanted.prompt?.trim() === ''
  return (
    <View title="Context" intro="What an agent would get at this moment, and why.">
      <ContextStats project={search.project} />
      <div className="columns context-columns">
        <div className="stack">
          <MomentForm search={search} prompt={prompt} onPrompt={setPrompt} />
          <div className="context-budgets">
            {data && <BudgetSliders plan={data} changed={budgets} onChange={setBudgets} />}
            {!data && !error && !lacksPrompt && <PendingBudgets />}
          </div>
        </div>
        <div className="stack">
          {lacksPrompt && <PromptMissing />}
          {!data && !lacksPrompt && <Pending error={error} lines={8} />}
          {data && !lacksPrompt && (
            <>
              {kept && (
                <Comparison
                  kept={kept}
                  current={{ name, plan: data }}
                  onClose={() => setKept(undefined)}
                />
              )}
              <ContextBlock
                plan={data}
                lacksProject={lacksProject}
                onKeep={() => setKept({ name, plan: data })}
              />
              <Explanation plan={data} />
            </>
          )}
        </div>
      </div>
      <Moments project={search.project} />
      <NeverUsed project={search.project} />
    </View>
  )
}

function PromptMissing() {
  return (
    <Card title="What the agent gets">
      <EmptyState title="Enter a prompt">
        Write a prompt as you would to your agent to see which memories it brings up.
      </EmptyState>
    </Card>
  )
}
