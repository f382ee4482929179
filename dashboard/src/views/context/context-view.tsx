import './context.css'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useOperation } from '../../api/operation-hooks.ts'
import { useSettled } from '../../api/use-settled.ts'
import { ErrorNote } from '../../components/error-note.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { View } from '../../components/view.tsx'
import { BudgetSliders, type Budgets } from './budget-sliders.tsx'
import { ContextBlock } from './context-block.tsx'
import { ContextStats, NeverUsed } from './context-stats.tsx'
import { Explanation } from './explanation.tsx'
import { MomentForm } from './moment-form.tsx'
import { PromptMissing } from './silence.tsx'

/** What an agent would be handed, and what becomes of it with other budgets. Nothing is recorded. */
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
  const lacksPrompt = wanted.prompt?.trim() === ''
  return (
    <View title="Context" intro="What an agent would be handed at this moment, and why.">
      <ContextStats project={search.project} />
      <div className="context-columns">
        <div className="stack">
          <MomentForm search={search} prompt={prompt} onPrompt={setPrompt} />
          {data && <BudgetSliders plan={data} changed={budgets} onChange={setBudgets} />}
        </div>
        <div className="stack">
          {lacksPrompt && <PromptMissing />}
          {error && !lacksPrompt && <ErrorNote error={error} />}
          {!data && !error && !lacksPrompt && <Skeleton lines={8} />}
          {data && !error && !lacksPrompt && (
            <>
              <ContextBlock plan={data} />
              <Explanation plan={data} />
            </>
          )}
        </div>
      </div>
      <NeverUsed project={search.project} />
    </View>
  )
}
