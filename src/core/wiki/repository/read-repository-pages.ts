/** Reads the pages of a repository's wiki, which anybody may have written, and looks for secrets. */

import { splitLines } from '../../../contract/page-lines.ts'
import { yieldToEventLoop } from '../../jobs/yield-to-event-loop.ts'
import type { Redactor } from '../../ports/redactor.ts'
import type { RepositoryWikiFolder } from '../../ports/wiki.ts'
import { parsePage } from '../format/parse-page.ts'
import type { PagePath, ParsedPage } from '../model.ts'
import type { PageProblem } from '../sync/read-pages.ts'

export interface RepositoryPage {
  readonly text: string
  readonly parsed: ParsedPage
}

export interface RepositoryPages {
  readonly pages: ReadonlyMap<PagePath, RepositoryPage>
  readonly problems: readonly PageProblem[]
}

/** Far more than the wiki of any project has. */
const mostPages = 5_000
const mostStatements = 20_000
const mostBlocks = 5_000
const mostCharacters = 32 * 1024 * 1024

/** @returns or why nothing is read, as the end of a sentence about the folder */
export async function readRepositoryPages(
  folder: RepositoryWikiFolder,
): Promise<RepositoryPages | string> {
  const files = await folder.list()
  if (files.length > mostPages) return `has more than ${mostPages} pages and is not read`
  const pages = new Map<PagePath, RepositoryPage>()
  const problems = (await folder.odd()).map((path) => ({ path, what: notRegular }))
  let [characters, statements] = [0, 0]
  for (const { path } of files) {
    await yieldToEventLoop()
    const content = await folder.read(path)
    if (content.kind === 'missing') continue
    if (content.kind === 'unreadable') {
      problems.push({ path, what: content.why === 'too-large' ? tooLarge : notRegular })
      continue
    }
    characters += content.text.length
    if (characters > mostCharacters) return 'is larger than 32 MB and is not read'
    // Lines that teammates' builds wrote are not in our state.
    const parsed = parsePage(content.text, 'by-shape')
    statements += parsed.blocks.length
    if (statements > mostStatements) return 'has more than 20,000 statements and is not read'
    if (parsed.blocks.length <= mostBlocks) pages.set(path, { text: content.text, parsed })
    else problems.push({ path, what: tooMany })
  }
  return { pages, problems }
}

const notRegular = 'it is not a regular file and is not read'
const tooLarge = 'it is larger than 1 MB and is not read'
const tooMany = `it has more than ${mostBlocks} statements and is not read`

export interface PageSecret {
  readonly path: PagePath
  readonly line: number
  readonly what: string
}

/**
 * Looks for secrets before the pages are committed: in the files and in what is staged, which may
 * differ.
 * @param staged undefined if it cannot be read, as is the text of a page
 */
export async function checkPages(
  folder: RepositoryWikiFolder,
  staged: readonly { readonly path: PagePath; readonly text: string | undefined }[] | undefined,
  redactor: Redactor,
): Promise<PageSecret[]> {
  const fault = await folder.fault()
  if (fault !== undefined) return [{ path: '.', line: 1, what: `the folder ${fault}` }]
  const found = (await folder.odd()).map((path) => ({ path, line: 1, what: notRead }))
  const texts = new Map<PagePath, string>()
  for (const { path } of await folder.list()) {
    await yieldToEventLoop()
    const content = await folder.read(path)
    if (content.kind === 'unreadable') found.push({ path, line: 1, what: notRead })
    if (content.kind !== 'text') continue
    texts.set(path, content.text)
    for (const line of linesWithSecrets(content.text, redactor))
      found.push({ path, line, what: secret })
  }
  if (!staged) found.push({ path: '.', line: 1, what: indexNotRead })
  const other = (staged ?? []).filter(({ path, text }) => !text || texts.get(path) !== text)
  for (const { path, text } of other) {
    await yieldToEventLoop()
    if (text === undefined) found.push({ path, line: 1, what: `${notRead} (as staged)` })
    for (const line of linesWithSecrets(text ?? '', redactor))
      found.push({ path, line, what: `${secret} (as staged)` })
  }
  return found
}

const notRead = 'it cannot be checked: larger than 1 MB, or not a regular file'
const secret = 'looks like a secret, or is marked as private'
const indexNotRead = 'what is staged cannot be checked: git keeps its index in several files'

/** Line numbers, from 1. */
function linesWithSecrets(text: string, redactor: Redactor): number[] {
  const lines = splitLines(text)
  const clean = splitLines(redactor.redact(text))
  const isClean = clean.length === lines.length && clean.every((line, at) => line === lines[at])
  const single = lines.flatMap((line, at) => (redactor.redact(line) === line ? [] : [at + 1]))
  if (isClean || single.length > 0) return single
  // Only several lines together are a secret, such as a key in a block.
  return [lines.findIndex((line, at) => line !== clean[at]) + 1]
}
