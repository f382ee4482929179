/** Describes a page as a build found it, after edits on it became memories. */
import type { WrittenBlock, WrittenPage } from '../../ports/wiki.ts'
import type { PagePath } from '../model.ts'
import type { WikiMemory } from './decide-edits.ts'
import type { ReadPage, ReadWiki, WikiReadParts } from './read-pages.ts'

export interface FoundWiki {
  readonly read: ReadWiki
  readonly memories: ReadonlyMap<string, WikiMemory>
  readonly held: ReadonlySet<string>
}

export function describeFound(
  path: PagePath,
  page: ReadPage,
  given: FoundWiki,
  { hashText }: WikiReadParts,
): WrittenPage {
  const { hash, fingerprint } = page
  const built = given.read.built.get(path)
  const blocks: Record<string, WrittenBlock> = {}
  for (const [anchor, text] of statementsOn(page, hashText)) {
    const block = knownAs(anchor, path, text, given)
    if (block) blocks[anchor] = block
  }
  for (const anchor of given.held) {
    const block = built?.blocks[anchor]
    if (block) blocks[anchor] = block
  }
  const { compiled, generated, conflicts, hasRefused } = built ?? nothing
  return { hash, fingerprint, compiled, generated, blocks, conflicts, hasRefused }
}

/** By anchor, the hash of what the page says. */
function* statementsOn(
  page: ReadPage,
  hashText: WikiReadParts['hashText'],
): Generator<readonly [string, string]> {
  if (page.asBuilt) {
    for (const [anchor, { text }] of Object.entries(page.asBuilt.blocks)) yield [anchor, text]
    return
  }
  for (const { anchor, isConflict, text } of page.parsed.blocks) {
    if (anchor !== undefined && !isConflict) yield [anchor, hashText(text)]
  }
}

const nothing = { compiled: '', generated: [], conflicts: [], hasRefused: false }

/** If it is still open, such as a conflict, the next build decides again from the previous one. */
function knownAs(
  anchor: string,
  path: PagePath,
  text: string,
  { memories, read }: FoundWiki,
): WrittenBlock | undefined {
  const memory = memories.get(anchor)
  if (memory?.contentHash === text) return blockOf(memory)
  const known = read.built.get(path)?.blocks[anchor] ?? findElsewhere(anchor, read.built)
  if (memory || known?.text === text) return known
  // Its text is another memory now.
  const heir = [...memories.values()].find(({ contentHash }) => contentHash === text)
  return heir ? blockOf(heir) : known
}

function blockOf({ contentHash, kind, version }: WikiMemory): WrittenBlock {
  return { text: contentHash, content: contentHash, kind, version }
}

function findElsewhere(
  anchor: string,
  built: ReadonlyMap<PagePath, WrittenPage>,
): WrittenBlock | undefined {
  for (const { blocks } of built.values()) if (blocks[anchor]) return blocks[anchor]
  return undefined
}
