/** The one page on which each memory is a statement. */
import type { Steps } from '../../jobs/steps.ts'
import { type Memory, shortId } from '../../model/memory.ts'
import type { Concepts } from '../concepts/find-concepts.ts'
import { isFunctionWord } from '../concepts/terms.ts'
import { pageSlug } from '../format/page-names.ts'
import type { PagePath } from '../model.ts'
import { firstWords } from './first-words.ts'
import type { WikiInput } from './wiki-input.ts'

/** A longer page is divided by month, so that it can be read and merged. */
const mostStatements = 300

export function* planHomes(
  input: WikiInput,
  concepts: Concepts,
  conceptPaths: ReadonlyMap<string, PagePath>,
): Steps<Map<string, PagePath>> {
  const homes = yield* decisionPaths([...input.memories, ...input.replaced])
  const others = input.memories.filter(({ kind }) => kind !== 'decision')
  const byPage = Map.groupBy(others, ({ id, kind }) => {
    const [strongest = ''] = concepts.ofMemory.get(id) ?? []
    return conceptPaths.get(strongest) ?? `concepts/other-${kind}.md`
  })
  for (const [path, memories] of byPage) {
    yield
    const isLong = memories.length > mostStatements
    const monthOf = ({ validFrom }: Memory) => input.dayOf(validFrom).slice(0, 7)
    for (const memory of memories) {
      homes.set(memory.id, isLong ? path.replace(/\.md$/, `-${monthOf(memory)}.md`) : path)
    }
  }
  return homes
}

/** After their first words; of several with the same, the others than the oldest get their anchor. */
function* decisionPaths(memories: readonly Memory[]): Steps<Map<string, PagePath>> {
  const bySlug = new Map<string, Memory[]>()
  for (const memory of memories) {
    if (memory.kind !== 'decision') continue
    const slug = decisionSlug(memory.key ?? firstWords(memory.content))
    const same = bySlug.get(slug)
    if (same) same.push(memory)
    else bySlug.set(slug, [memory])
    yield
  }
  const homes = new Map<string, PagePath>()
  for (const [slug, same] of bySlug) {
    const oldest = same.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    for (const [n, { id }] of oldest.entries()) {
      homes.set(id, `decisions/${n === 0 ? slug : `${slug}-${shortId(id)}`}.md`)
    }
  }
  return homes
}

const slugs = new Map<string, string>()
const mostSlugs = 20_000

function decisionSlug(name: string): string {
  const slug = slugs.get(name) ?? cutSlug(name)
  if (slugs.size >= mostSlugs) slugs.clear()
  slugs.set(name, slug)
  return slug
}

/** Cut where a word that only joins others would end it. */
function cutSlug(name: string): string {
  const words = pageSlug(name, 60).split('-')
  const end = words.findLastIndex((word) => word.length > 2 && !isFunctionWord(word))
  return pageSlug(words.slice(0, end < 2 ? words.length : end + 1).join('-'))
}
