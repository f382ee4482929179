/** Reads a wiki and its memories, and finds out what people did to the pages. Changes nothing. */
import { memoryLimits } from '../../../contract/vocabulary.ts'
import { yieldToEventLoop } from '../../jobs/yield-to-event-loop.ts'
import type { Memory, ScopeAddress } from '../../model/memory.ts'
import type { Store } from '../../ports/store.ts'
import type { WikiState, WikiStates, WrittenPage } from '../../ports/wiki.ts'
import type { PagePath } from '../model.ts'
import { decideEdits } from './decide-edits.ts'
import type { StatementAddition } from './edits.ts'
import { followWikiMemories, readChangesSince } from './follow-wiki-memories.ts'
import { type ReadWiki, readPages, type WikiReadParts } from './read-pages.ts'

export interface ExamineParts extends WikiReadParts {
  /** A project's id, or `global`. */
  readonly wiki: string
  readonly address: ScopeAddress
  readonly states: Pick<WikiStates, 'read'>
  readonly store: Pick<Store, 'memories' | 'changes'>
}

export async function examineWiki(parts: ExamineParts, { whole = false } = {}) {
  const stored = await parts.states.read(parts.wiki)
  const since = await readChangesSince(stored.state?.cursor, parts.store)
  // Without a state, the pages show what was there.
  const read = withoutLostFolder(await readPages(stored, whole || !stored.state, parts))
  await yieldToEventLoop()
  const memories = await readMemories(parts)
  const held = heldAnchors(stored.state, memories)
  const decision = decideEdits({
    built: blocksOf(read),
    touched: new Map([...read.touched].map(([path, page]) => [path, page?.parsed])),
    formerTexts: await readFormerTexts(read, memories, parts),
    ...{ memories, held, restored: since.restored, hash: parts.hashText },
  })
  const newPages = stored.state ? findNewPages(read) : []
  return { stored, since, read, memories, held, decision, newPages }
}

/** Only needed to find blocks that a person may have moved. */
function blocksOf({ built, touched }: ReadWiki): Map<PagePath, WrittenPage['blocks']> {
  if (touched.size === 0) return new Map()
  return new Map([...built].map(([path, { blocks }]) => [path, blocks]))
}

/** By anchor; candidates are in no wiki. */
export function readMemories({ store, address }: Pick<ExamineParts, 'store' | 'address'>) {
  return followWikiMemories(address, store)
}

/** A folder without any page was moved or deleted as a whole. Nothing is forgotten because of that. */
function withoutLostFolder(read: ReadWiki): ReadWiki {
  if (read.files.length > 0) return read
  return { ...read, built: new Map(), touched: new Map() }
}

/** A memory that changed since is no longer held. */
export function heldAnchors(
  state: Pick<WikiState, 'held'> | undefined,
  memories: ReadonlyMap<string, Memory>,
): Set<string> {
  const held = Object.entries(state?.held ?? {})
  return new Set(
    held.flatMap(([anchor, hash]) => (memories.get(anchor)?.contentHash === hash ? [anchor] : [])),
  )
}

/** Only for reworded blocks whose memories changed too. */
async function readFormerTexts(
  read: ReadWiki,
  memories: ReadonlyMap<string, Memory>,
  { store, hashText }: ExamineParts,
): Promise<Map<string, Map<string, number>>> {
  const former = new Map<string, Map<string, number>>()
  for (const [path, page] of read.touched) {
    for (const { anchor = '', text } of page?.parsed.blocks ?? []) {
      const memory = memories.get(anchor)
      if (!memory || former.has(anchor)) continue
      const written = read.built.get(path)?.blocks[anchor]
      const isUnchanged = written?.version === memory.version
      const isPlain = isUnchanged || written?.text === hashText(text)
      if (isPlain || hashText(text) === memory.contentHash) continue
      const revisions = await store.memories.revisions(memory.id)
      const texts = revisions.map(({ memory: { contentHash, version } }) => {
        return [contentHash, version] as const
      })
      former.set(anchor, new Map(texts))
    }
  }
  return former
}

const folders = { 'concepts/': 'fact', 'decisions/': 'decision' } as const

/** A page without a list that a person made in a folder of ours becomes one statement. */
function findNewPages({ built, touched }: ReadWiki): StatementAddition[] {
  return [...touched].flatMap(([page, read]): StatementAddition[] => {
    const [, kind] = Object.entries(folders).find(([folder]) => page.startsWith(folder)) ?? []
    if (!read || !kind || built.has(page) || read.parsed.blocks.length > 0) return []
    const text = read.parsed.passages.map((passage) => passage.text).join('\n\n')
    const isDocument = /^(?:#{1,6} |`{3}|~{3})/m.test(text)
    if (text === '' || isDocument || text.length > memoryLimits.contentCharacters) return []
    return [{ type: 'create', page, line: 0, heading: '', text, kind }]
  })
}
