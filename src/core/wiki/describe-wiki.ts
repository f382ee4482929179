/** A wiki for people: its name and place, its pages, the map of its concepts. */
import type { OutputOf } from '../../contract/operations/index.ts'
import { type Memory, shortId } from '../model/memory.ts'
import type { WikiState } from '../ports/wiki.ts'
import { createLinkResolver, parseLinks } from './format/links.ts'
import { parsePage } from './format/parse-page.ts'
import type { Page, PagePath } from './model.ts'
import { readMemories } from './sync/examine-wiki.ts'
import type { PageProblem } from './sync/read-pages.ts'
import { folderOf, wikiParts } from './sync-one-wiki.ts'
import type { Wiki } from './which-wiki.ts'
import type { WikiPorts } from './wiki-ports.ts'

type Listed = OutputOf<'getWiki'>

export function describeWiki(wiki: Wiki, ports: WikiPorts) {
  const { id, name, repository } = wiki
  const { location } = folderOf(wiki, ports)
  return { id, name, location, isInRepository: repository !== undefined }
}

export function listPagesOf(pages: readonly Page[]): Listed['pages'] {
  return pages.map(({ path, type, title, summary, tags, aliases, updated, sources, sections }) => ({
    ...{ path, type, title, summary, sources },
    ...{ tags: [...tags], aliases: [...aliases] },
    ...(updated !== undefined && { updated }),
    statements: sections.flatMap(({ items }) => items).filter(({ type }) => type === 'statement')
      .length,
  }))
}

export function mapOf(pages: readonly Page[]): Listed['map'] {
  const ofType = (type: Page['type']) => pages.filter((page) => page.type === type)
  const linksOf = linkFinder(pages)
  const concepts = ofType('concept').map(({ path, title, sources, updated }) => ({
    ...{ path, title, memories: sources },
    ...(updated !== undefined && { updated }),
  }))
  const isConcept = new Set(concepts.map(({ path }) => path))
  const connections = ofType('connection').flatMap((page) => {
    const [from, to] = [...new Set(linksOf(page))].filter((path) => isConcept.has(path))
    if (from === undefined || to === undefined) return []
    return [{ path: page.path, from, to, memories: page.sources }]
  })
  return { concepts, connections }
}

/** Finds the pages that the lines of a page lead to, in order. */
export function linkFinder(pages: readonly Page[]): (page: Page) => PagePath[] {
  const resolve = createLinkResolver(pages)
  return (page) => {
    const texts = page.sections.flatMap(({ items }) => items.map(({ text }) => text))
    return parseLinks(texts, 1).flatMap(({ target }) => resolve(target, page.path) ?? [])
  }
}

// What waits for a person: conflicts, removals to confirm, pages that could not be read.

type OpenItems = Pick<OutputOf<'getWiki'>, 'conflicts' | 'held' | 'problems'>

export async function describeOpen(
  wiki: Wiki,
  { state, problems }: { readonly state: WikiState; readonly problems: readonly PageProblem[] },
  ports: WikiPorts,
): Promise<OpenItems> {
  const parts = wikiParts(wiki, ports)
  const open = Object.keys(state.pages).filter((path) => state.pages[path]?.conflicts.length)
  const held = Object.keys(state.held)
  const isQuiet = open.length + held.length === 0
  const memories = isQuiet ? new Map<string, Memory>() : await readMemories(parts)
  const conflicts: OpenItems['conflicts'] = []
  for (const path of open) {
    const generated = new Set(state.pages[path]?.generated)
    const content = await parts.folder.read(path)
    if (content.kind !== 'text') continue
    for (const { anchor, isConflict, text } of parsePage(content.text, generated).blocks) {
      const memory = memories.get(anchor ?? '')
      if (!isConflict || !memory) continue
      conflicts.push({ anchor: shortId(memory.id), path, memory: memory.content, page: text })
    }
  }
  return {
    conflicts,
    held: held.flatMap((anchor) => {
      const content = memories.get(anchor)?.content
      return content === undefined ? [] : [{ anchor, content }]
    }),
    problems: problems.map((problem) => ({ ...problem })),
  }
}
