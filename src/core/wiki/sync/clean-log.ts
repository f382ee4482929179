/** Takes names of pages that are gone out of `log.md`: they may be words that were erased for good. */
import type { WikiFolder } from '../../ports/wiki.ts'
import { readLink } from '../format/links.ts'
import type { PagePath } from '../model.ts'
import { logPath } from './read-pages.ts'

export async function cleanLog(folder: WikiFolder, pages: ReadonlySet<PagePath>): Promise<void> {
  const log = await folder.read(logPath)
  if (log.kind !== 'text') return
  const text = log.text.replace(/\[\[([^[\]]+)\]\]/g, (link, inner: string) =>
    pages.has(`${readLink(inner).target}.md`) ? link : 'a deleted page',
  )
  if (text !== log.text) await folder.write(logPath, text, log.text)
}
