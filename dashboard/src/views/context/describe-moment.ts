import { type ContextBudget, contextLimits } from '../../../../src/contract/vocabulary.ts'
import type { ContextSearch } from '../../read-params.ts'
import { shorten } from '../../wording/texts.ts'
import type { Budgets } from './budgets.ts'

const mostOfPrompt = 40

export const eventNames = {
  'session-start': 'Session start',
  prompt: 'Prompt',
  'subagent-start': 'Subagent',
} as const

const budgetNames: Record<ContextBudget, string> = {
  startTokens: 'start tokens',
  promptTokens: 'prompt tokens',
  entriesPerScope: 'memories per scope',
  charactersPerScope: 'characters per scope',
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
