/** A wiki for people: its name and place, its pages, the map of its concepts. */
import type { OutputOf } from '../../contract/operations/index.ts'
import { isSameAddress, type Memory, shortId } from '../model/memory.ts'
import type { WikiState } from '../ports/wiki.ts'
import { createLinkResolver, parseLinks } from './format/links.ts'
import { parsePage } from './format/parse-page.ts'
import type { Page, PagePath } from './model.ts'
import { previewRepository } from './repository/examine-repository.ts'
import { readMemories } from './sync/examine-wiki.ts'
import { readChangesSince } from './sync/follow-wiki-memories.ts'
import { logPath, type PageProblem, readPages } from './sync/read-pages.ts'
import { folderOf, repositoryParts, wikiParts } from './sync-one-wiki.ts'
import { resolveTimeZone } from './time-zone.ts'
import { listWikis, type Wiki } from './which-wiki.ts'
import type { WikiOperationPorts, WikiPorts } from './wiki-ports.ts'

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
  const named = pages.filter(({ related }) => related !== undefined)
  const concepts = named.map(({ path, title, sources, updated }) => ({
    ...{ path, title, memories: sources },
    ...(updated !== undefined && { updated }),
  }))
  const connections = new Map<string, Listed['map']['connections'][number]>()
  for (const { path, related = [] } of named) {
    for (const { path: other, memories } of related) {
      const [from, to] = path < other ? [path, other] : [other, path]
      connections.set(`${from} ${to}`, { from, to, memories })
    }
  }
  return { concepts, connections: [...connections.values()] }
}

export function linkFinder(pages: readonly Page[]): (page: Page) => PagePath[] {
  const resolve = createLinkResolver(pages)
  return (page) => {
    const texts = page.sections.flatMap(({ items }) => items.map(({ text }) => text))
    return parseLinks(texts, 1).flatMap(({ target }) => resolve(target, page.path) ?? [])
  }
}

type OpenItems = Pick<Listed, 'conflicts' | 'held' | 'problems'>

/** What waits for a person: conflicts, removals to confirm, pages that could not be read. */
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

type Status = OutputOf<'wikiStatus'>

/** Every wiki: whether it is up to date, and what waits for a person. Changes nothing. */
export async function wikiStatus(ports: WikiOperationPorts): Promise<Status> {
  const { enabled, timeZone } = ports.settings()
  const zone = resolveTimeZone(timeZone)
  const wikis: Status['wikis'] = []
  for (const wiki of await listWikis(ports)) {
    const described = await statusOf(wiki, ports)
    if (described) wikis.push(described)
  }
  return {
    isEnabled: enabled,
    timeZone: zone.name,
    wikis,
    movedAside: await ports.states.movedAside(),
    warnings: zone.warning === undefined ? [] : [zone.warning],
  }
}

/** @returns undefined for a project that has no memories and no pages */
async function statusOf(
  wiki: Wiki,
  ports: WikiOperationPorts,
): Promise<Status['wikis'][number] | undefined> {
  if (wiki.repository !== undefined) return statusInRepository(wiki, wiki.repository, ports)
  const parts = wikiParts(wiki, ports)
  const stored = await ports.states.read(wiki.id)
  const { state } = stored
  const waiting = await countWaiting(wiki, state, ports)
  if (!state && waiting === 0) return undefined
  const read = await readPages(stored, false, parts)
  const isEdited = ([path, page]: readonly [string, { readonly hash: string } | undefined]) =>
    path !== logPath && page?.hash !== read.built.get(path)?.hash
  const problems: PageProblem[] = [...read.problems]
  const pages = Object.values(state?.pages ?? {})
  return {
    ...describeWiki(wiki, ports),
    ...(state && { builtAt: state.builtAt }),
    pages: pages.length,
    statements: pages.reduce((sum, { blocks }) => sum + Object.keys(blocks).length, 0),
    waiting,
    edited: [...read.touched].filter(isEdited).map(([path]) => path),
    ...(await describeOpen(wiki, { state: state ?? noState, problems }, ports)),
  }
}

async function statusInRepository(
  wiki: Wiki,
  repository: string,
  ports: WikiOperationPorts,
): Promise<Status['wikis'][number]> {
  const state = await ports.repositoryStates.read(wiki.id)
  const { edits, waiting, problems } = await previewRepository(
    repositoryParts(wiki, repository, ports),
  )
  return {
    ...describeWiki(wiki, ports),
    ...(state && { builtAt: state.builtAt }),
    pages: state?.pages ?? 0,
    statements: Object.keys(state?.statements ?? {}).length,
    waiting,
    edited: [...new Set(edits.map(({ path }) => path))],
    ...(await describeOpen(
      wiki,
      { state: { ...noState, held: state?.held ?? {} }, problems },
      ports,
    )),
  }
}

const noState: WikiState = { folder: '', cursor: '', builtAt: '', pages: {}, held: {} }

async function countWaiting(
  { address }: Wiki,
  state: WikiState | undefined,
  { memories, changes }: WikiOperationPorts,
): Promise<number> {
  if (!state) {
    const filter = { addresses: [address], standing: 'memory' as const }
    return (await memories.list(filter, { limit: 1, offset: 0 })).total
  }
  const { ids } = await readChangesSince(state.cursor, { changes })
  const found = await memories.findMany([...ids])
  const known = new Set(Object.values(state.pages).flatMap(({ blocks }) => Object.keys(blocks)))
  const isOurs = (id: string) => known.has(id.slice(-10))
  const present = found.filter((memory) => {
    return isSameAddress(memory, address) && (memory.standing === 'memory' || isOurs(memory.id))
  })
  const existing = new Set(found.map(({ id }) => id))
  return present.length + [...ids].filter((id) => !existing.has(id) && isOurs(id)).length
}
