/** A page for each decision, and for those that others replaced. */
import type { Memory } from '../../model/memory.ts'
import { firstWords } from './first-words.ts'
import type { PlanContext } from './plan-context.ts'
import { type PlannedPage, planPage } from './wiki-plan.ts'

export function planDecisions(context: PlanContext): PlannedPage[] {
  const { input, homes } = context
  const replacedBy = Map.groupBy(input.replaced, ({ supersededBy }) => supersededBy ?? '')
  const plan = (memory: Memory, isValid: boolean) =>
    planPage({
      path: homes.get(memory.id) ?? '',
      type: 'decision',
      title: firstWords(memory.content),
      statements: isValid ? [memory.id] : [],
      decisions: (replacedBy.get(memory.id) ?? []).map(({ id }) => id).sort(),
      mentions: isValid ? [] : [memory.id],
      links: (context.concepts.ofMemory.get(memory.id) ?? []).flatMap(
        (key) => context.conceptPaths.get(key) ?? [],
      ),
    })
  const valid = input.memories.filter(({ kind }) => kind === 'decision')
  const old = input.replaced.filter(({ kind }) => kind === 'decision')
  return [...valid.map((each) => plan(each, true)), ...old.map((each) => plan(each, false))]
}
