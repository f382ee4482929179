/** Words that find the memory a statement replaces: the old thing, and what it is about. */
import type { MemoryKind } from '../../../contract/memory.ts'
import { termsOf } from '../../memory/normalise-statement.ts'
import type { Language } from './language.ts'
import type { Statement } from './statements.ts'

const mayReplace: ReadonlySet<MemoryKind> = new Set([
  'correction',
  'decision',
  'fact',
  'preference',
])
const shortestWord = 3
const mostWords = 8

export function supersededBy(
  { kind, sentences }: Statement,
  language: Language,
): string | undefined {
  const said = sentences.join(' ')
  const replaced = language.replacedIn(said)
  if (!mayReplace.has(kind) || (replaced === undefined && kind !== 'correction')) return undefined
  const topic = wordsOf(language.neutral(said)).filter(
    (word) => word.length >= shortestWord && termsOf(word).size > 0,
  )
  const words = new Set([...wordsOf(replaced ?? ''), ...topic])
  return [...words].slice(0, mostWords).join(' ') || undefined
}

function wordsOf(text: string): readonly string[] {
  return text
    .split(/[^\p{L}\p{N}./_'-]+/u)
    .map((word) => word.replace(/^[./'-]+|[./'-]+$/g, ''))
    .filter((word) => word !== '')
}
