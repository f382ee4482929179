/** A wiki for people: its name and place, its pages, the map of its concepts. */
import type { OutputOf } from '../../contract/operations/index.ts'
import { createLinkResolver, parseLinks } from './format/links.ts'
import type { Page, PagePath } from './model.ts'
import { folderOf } from './sync-one-wiki.ts'
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
