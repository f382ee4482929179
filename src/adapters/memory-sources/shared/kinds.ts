/** Other tools' kinds of memories as ours. */
import { type MemoryKind, parseKind } from '../../../contract/vocabulary.ts'

const kinds: Readonly<Record<string, MemoryKind>> = {
  human: 'preference',
  architecture: 'decision',
  'trade-off': 'decision',
  'why-it-exists': 'decision',
  reasoning: 'decision',
  bug: 'fix',
  bugfix: 'fix',
  'problem-solution': 'fix',
  error: 'fix',
  gotcha: 'workaround',
  workflow: 'procedure',
  'how-it-works': 'procedure',
  pattern: 'procedure',
  skill: 'procedure',
  'mini-skill': 'procedure',
  resource: 'reference',
  link: 'reference',
}

/** What nobody knows is a fact. */
export function kindOf(name: string | undefined): MemoryKind {
  if (name === undefined) return 'fact'
  const known = name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '-')
  return parseKind(known) ?? (Object.hasOwn(kinds, known) ? kinds[known] : undefined) ?? 'fact'
}
