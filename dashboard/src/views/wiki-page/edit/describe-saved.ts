/** Result of an edit, in a sentence: "1 statement changed, 1 new." */
import type { OutputOf } from '../../../api/call.ts'
import { count, number } from '../../../wording/amounts.ts'

type Change = OutputOf<'saveWikiPage'>['changes'][number]

const outcomes = [
  ['revised', 'changed'],
  ['created', 'new'],
  ['restored', 'restored'],
  ['forgotten', 'forgotten'],
  ['to-review', 'waiting for review'],
] as const satisfies readonly (readonly [Change['what'], string])[]

export function describeSaved(changes: readonly Change[]): string {
  const of = (what: Change['what']) => changes.filter((change) => change.what === what)
  const done = outcomes
    .map(([what, word]) => [of(what).length, word] as const)
    .filter(([amount]) => amount > 0)
    .map(([amount, word], n) => `${n === 0 ? count(amount, 'statement') : number(amount)} ${word}`)
  const [conflicts, held, refused] = [of('conflict'), of('held'), of('refused')]
  const sentences = [
    ...(done.length > 0 ? [done.join(', ')] : []),
    ...(conflicts.length > 0 ? [`${count(conflicts.length, 'conflict')} to decide`] : []),
    ...(held.length > 0 ? [`${count(held.length, 'removal')} to confirm in the wiki`] : []),
    ...refused.map(({ content, reason }) => `refused “${content}”: ${reason ?? 'not possible'}`),
  ]
  if (sentences.length === 0) return 'Saved. No statement changed.'
  return sentences.map((text) => `${text}.`).join(' ')
}
