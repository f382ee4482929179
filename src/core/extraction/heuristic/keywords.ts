/** Other words by which somebody may look for a memory. */
import { memoryLimits } from '../../../contract/memory.ts'
import { identifiersIn, linksIn, properNamesIn } from './names.ts'
import { topicsOf } from './topics.ts'

const mostTopics = 3

export function keywordsOf(content: string, more: readonly string[] = []): readonly string[] {
  const names = [...identifiersIn(content), ...linksIn(content), ...properNamesIn(content), ...more]
  const topical = topicsOf(content)
    .slice(0, mostTopics)
    .flatMap(({ keywords }) => keywords)
  const lower = content.toLowerCase()
  const kept = [...names, ...topical.filter((word) => !lower.includes(word))].filter(
    (word) => word.length > 1 && word.length <= memoryLimits.keywordCharacters,
  )
  return [...new Set(kept)].slice(0, memoryLimits.keywords)
}

export function tagsOf(content: string): readonly string[] {
  return topicsOf(content)
    .slice(0, mostTopics)
    .map(({ tag }) => tag)
}
