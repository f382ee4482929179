import './context.css'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useOperation } from '../../api/operation-hooks.ts'
import { useProjectOptions } from '../../api/project-options.ts'
import { useSettled } from '../../api/use-settled.ts'
import { Pending } from '../../components/pending.tsx'
import { View } from '../../components/view.tsx'
import { BudgetSliders, type Budgets, PendingBudgets } from './budget-sliders.tsx'
import { ContextBlock } from './context-block.tsx'
import { ContextStats, NeverUsed } from './context-stats.tsx'
import { Explanation } from './explanation.tsx'
import { MomentForm } from './moment-form.tsx'
import { Moments } from './moments.tsx'
import { PromptMissing } from './no-context.tsx'

/** Previews the context of an agent, also with other budgets. Records nothing. */
export function ContextView() {
  const search = getRouteApi('/context').useSearch()
  const [prompt, setPrompt] = useState('')
  const [budgets, setBudgets] = useState<Budgets>({})
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
  const hasProjects = useProjectOptions().length > 0
  const lacksProject = hasProjects && !search.project && !search.session
  const lacksPrompt = wanted.prompt?.trim() === ''
  return (
    <View title="Context" intro="What an agent would get at this moment, and why.">
      <ContextStats project={search.project} />
      <div className="context-columns">
        <div className="stack">
          <MomentForm search={search} prompt={prompt} onPrompt={setPrompt} />
          {data && <BudgetSliders plan={data} changed={budgets} onChange={setBudgets} />}
          {!data && !error && !lacksPrompt && <PendingBudgets />}
        </div>
        <div className="stack">
          {lacksPrompt && <PromptMissing />}
          {!data && !lacksPrompt && <Pending error={error} lines={8} />}
          {data && !lacksPrompt && (
            <>
              <ContextBlock plan={data} lacksProject={lacksProject} />
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
