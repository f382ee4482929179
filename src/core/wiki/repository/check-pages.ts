/** Looks for secrets on the pages of a repository's wiki, before they are committed. */
import { yieldToEventLoop } from '../../jobs/yield-to-event-loop.ts'
import type { Redactor } from '../../ports/redactor.ts'
import type { RepositoryWikiFolder } from '../../ports/repository-wiki.ts'
import { splitLines } from '../format/block-text.ts'
import type { PagePath } from '../model.ts'

export interface PageSecret {
  readonly path: PagePath
  readonly line: number
  readonly what: string
}

export async function checkPages(
  folder: RepositoryWikiFolder,
  redactor: Redactor,
): Promise<PageSecret[]> {
  const fault = await folder.fault()
  if (fault !== undefined) return [{ path: '.', line: 1, what: `the folder ${fault}` }]
  const found = (await folder.odd()).map((path) => ({ path, line: 1, what: notRead }))
  for (const { path } of await folder.list()) {
    await yieldToEventLoop()
    const content = await folder.read(path)
    if (content.kind === 'unreadable') found.push({ path, line: 1, what: notRead })
    if (content.kind !== 'text') continue
    for (const line of linesWithSecrets(content.text, redactor))
      found.push({ path, line, what: secret })
  }
  return found
}

const notRead = 'it cannot be checked: larger than 1 MB, or not a regular file'
const secret = 'looks like a secret, or is marked as private'

/** From 1. */
function linesWithSecrets(text: string, redactor: Redactor): number[] {
  const lines = splitLines(text)
  const clean = splitLines(redactor.redact(text))
  const isClean = clean.length === lines.length && clean.every((line, at) => line === lines[at])
  const single = lines.flatMap((line, at) => (redactor.redact(line) === line ? [] : [at + 1]))
  if (isClean || single.length > 0) return single
  // Only several lines together are one, such as a key in a block.
  return [lines.findIndex((line, at) => line !== clean[at]) + 1]
}
