/** A page for each decision, and for those that others replaced. */
import type { Memory } from '../../model/memory.ts'
import { firstWords } from './first-words.ts'
import type { PlanContext } from './plan-context.ts'
import { type PlannedPage, planPage } from './wiki-plan.ts'

export function* planDecisions(context: PlanContext): Iterable<PlannedPage> {
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
  for (const each of input.memories) if (each.kind === 'decision') yield plan(each, true)
  for (const each of input.replaced) if (each.kind === 'decision') yield plan(each, false)
}
