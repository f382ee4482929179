/** The last build as the pages show it, after one that was cut short too. */
import type { AnnouncedPage, AnnouncedPages, WrittenBlock, WrittenPage } from '../../ports/wiki.ts'
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
  const built = new Map<PagePath, WrittenPage>()
  for (const path of Object.keys(pages)) built.set(path, pages[path] as WrittenPage)
  for (const [path, page] of Object.entries(announced ?? {})) {
    const recovered = recoverPage(page, find(path))
    if (recovered) built.set(path, recovered)
    else built.delete(path)
  }
  return built
}

function recoverPage(
  { from, next }: AnnouncedPage,
  present: PresentPage | undefined,
): WrittenPage | undefined {
  if (!present) return (next && from) ?? undefined
  if (present.hash === next?.hash || !from) return next ?? undefined
  if (present.hash === from.hash || !next) return from
  // Somebody edited it before or after it was written; nobody can tell which.
  const blocks = Object.fromEntries(mergeBlocks(from, next, present))
  const generated = [...new Set([...from.generated, ...next.generated])]
  return { ...from, compiled: '', generated, blocks }
}

/** A block that only one of the two has is not missed if it is not there. */
function* mergeBlocks(
  from: WrittenPage,
  next: WrittenPage,
  present: PresentPage,
): Generator<[string, WrittenBlock]> {
  for (const anchor of new Set([...Object.keys(from.blocks), ...Object.keys(next.blocks)])) {
    const [old, recent] = [from.blocks[anchor], next.blocks[anchor]]
    if (old && recent) yield [anchor, present.blocks.get(anchor) === recent.text ? recent : old]
    else yield [anchor, { ...((old ?? recent) as WrittenBlock), isDoubtful: true }]
  }
}
