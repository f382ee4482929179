/** One page for people: its text, where its links lead, what links to it, what it said before. */
import type { OutputOf } from '../../contract/operations/index.ts'
import { type Memory, shortId } from '../model/memory.ts'
import { linkFinder } from './describe-wiki.ts'
import { createLinkResolver } from './format/links.ts'
import { parsePage } from './format/parse-page.ts'
import type { Page, PagePath, ParsedBlock } from './model.ts'
import { readMemories } from './sync/examine-wiki.ts'
import { logPath } from './sync/read-pages.ts'
import { wikiParts } from './sync-one-wiki.ts'
import type { Wiki } from './which-wiki.ts'
import type { WikiPorts } from './wiki-ports.ts'

type ShownPage = OutputOf<'getWikiPage'>

const mostVersions = 50

/** @returns undefined if there is no such page */
export async function showPage(
  path: PagePath,
  wiki: Wiki,
  pages: readonly Page[],
  ports: WikiPorts,
): Promise<ShownPage | undefined> {
  const parts = wikiParts(wiki, ports)
  const content = await parts.folder.read(path)
  if (content.kind !== 'text') return undefined
  const compiled = pages.find((page) => page.path === path)
  const written = (await parts.states.read(parts.wiki)).state?.pages[path]
  const parsed = parsePage(content.text, written ? new Set(written.generated) : 'by-shape')
  const memories = await readMemories(parts)
  const resolve = createLinkResolver(pages)
  const linksOf = linkFinder(pages)
  return {
    path,
    type: compiled?.type ?? (path === logPath ? 'log' : 'concept'),
    title: compiled?.title ?? parsed.title ?? path,
    text: content.text,
    hash: parts.hash(content.text),
    statements: parsed.blocks.flatMap((block) => toStatement(block, memories)),
    links: parsed.links.map(({ target, anchor }) => {
      const found = resolve(target, path)
      return { target, ...(found !== undefined && { path: found }), ...(anchor && { anchor }) }
    }),
    // The index links to every page.
    backLinks: pages
      .filter((page) => page.path !== path && page.type !== 'index')
      .filter((page) => linksOf(page).includes(path))
      .map((page) => ({ path: page.path, title: page.title })),
    history: await historyOf(parsed.blocks, memories, ports),
  }
}

function toStatement(
  { anchor, kind, text, line, isConflict }: ParsedBlock,
  memories: ReadonlyMap<string, Memory>,
): ShownPage['statements'] {
  if (anchor === undefined) return []
  const memory = memories.get(anchor)
  const known = kind ?? memory?.kind
  return [
    {
      ...{ anchor, text, line, isConflict },
      ...(memory && { memoryId: memory.id }),
      ...(known && { kind: known }),
    },
  ]
}

async function historyOf(
  blocks: readonly ParsedBlock[],
  memories: ReadonlyMap<string, Memory>,
  { memories: store }: WikiPorts,
): Promise<ShownPage['history']> {
  const versions: ShownPage['history'] = []
  const anchors = new Set(blocks.flatMap(({ anchor }) => anchor ?? []))
  for (const anchor of anchors) {
    const memory = memories.get(anchor)
    if (!memory) continue
    const former = memory.version === 1 ? [] : await store.revisions(memory.id)
    const toVersion = (content: string, at: string, isCurrent: boolean) => {
      return { anchor: shortId(memory.id), memoryId: memory.id, at, content, isCurrent }
    }
    // Most revisions change something else than the words.
    const reworded = former.filter(({ memory: { content } }, n) => {
      return content !== (former[n + 1]?.memory ?? memory).content
    })
    versions.push(
      ...reworded.map((each) => toVersion(each.memory.content, each.validFrom, false)),
      toVersion(memory.content, former.at(-1)?.validTo ?? memory.validFrom, true),
    )
  }
  return versions.toSorted((a, b) => (a.at < b.at ? 1 : -1)).slice(0, mostVersions)
}
