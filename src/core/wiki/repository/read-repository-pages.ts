/** Reads the pages of a repository's wiki, whatever they are. */
import { yieldToEventLoop } from '../../jobs/yield-to-event-loop.ts'
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
  /** Pages that are left alone. */
  readonly problems: readonly PageProblem[]
}

/** Far more than the wiki of any project has. */
const mostPages = 5_000
const mostStatements = 20_000
const mostBlocks = 5_000
const mostCharacters = 32 * 1024 * 1024

/** @returns why nothing is read, as the end of a sentence about the folder */
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
    // Teammates' builds wrote lines that no state of ours knows.
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
