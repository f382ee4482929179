/** The last build as the pages show it, after one that was cut short too. */
import type { AnnouncedPages, WrittenBlock, WrittenPage } from '../../ports/wiki-states.ts'
import type { PagePath } from '../model.ts'

export type BuiltPages = ReadonlyMap<PagePath, WrittenPage>

/** What is known of a page's present text. */
export interface PresentPage {
  readonly hash: string
  /** Hashes of the texts of its blocks. */
  readonly blocks: ReadonlyMap<string, string>
}

/** @param find undefined for a page that is gone */
export function recoverBuilt(
  pages: Readonly<Record<PagePath, WrittenPage>>,
  announced: AnnouncedPages | undefined,
  find: (path: PagePath) => PresentPage | undefined,
): BuiltPages {
  const built = new Map(Object.entries(pages))
  for (const [path, next] of Object.entries(announced ?? {})) {
    const recovered = recoverPage(pages[path], next ?? undefined, find(path))
    if (recovered) built.set(path, recovered)
    else built.delete(path)
  }
  return built
}

function recoverPage(
  before: WrittenPage | undefined,
  next: WrittenPage | undefined,
  present: PresentPage | undefined,
): WrittenPage | undefined {
  if (!present) return next ? before : undefined
  if (present.hash === next?.hash || !before) return next
  if (present.hash === before.hash || !next) return before
  // Somebody edited it before or after it was written; nobody can tell which.
  const blocks = Object.fromEntries(mergeBlocks(before, next, present))
  const generated = [...new Set([...before.generated, ...next.generated])]
  return { ...before, compiled: '', generated, blocks }
}

/** A block that only one of the two has is not missed if it is not there. */
function* mergeBlocks(
  before: WrittenPage,
  next: WrittenPage,
  present: PresentPage,
): Generator<[string, WrittenBlock]> {
  for (const anchor of new Set([...Object.keys(before.blocks), ...Object.keys(next.blocks)])) {
    const [old, recent] = [before.blocks[anchor], next.blocks[anchor]]
    const text = present.blocks.get(anchor)
    if (old && recent) yield [anchor, text === recent.text ? recent : old]
    else if (text !== undefined) yield [anchor, (old ?? recent) as WrittenBlock]
  }
}
