/** Answers a question by statements of the wiki, and keeps the answer as a page of its own. */
import { ThroughlineError } from '../../../contract/errors.ts'
import type { OperationHandlers, OutputOf } from '../../../contract/operations/index.ts'
import { recall as recallOperation } from '../../../contract/operations/recall.ts'
import { shortId } from '../../model/memory.ts'
import type { Clock } from '../../ports/runtime.ts'
import type { WikiFolder } from '../../ports/wiki.ts'
import { writeFrontMatter } from '../../text/front-matter.ts'
import { renderLink } from '../format/links.ts'
import { pageSlug } from '../format/page-names.ts'
import type { Page, PagePath } from '../model.ts'
import type { Wiki } from '../which-wiki.ts'
import { renderSentences } from '../writing/render-sentences.ts'

export interface QueryPorts {
  readonly recall: OperationHandlers['recall']
  readonly openFolder: (name: string) => WikiFolder
  readonly clock: Clock
}

type Citation = OutputOf<'queryWiki'>['citations'][number]
type WrittenAnswer = Pick<OutputOf<'queryWiki'>, 'answer' | 'citations'>

/** Where answers are kept. */
export const answerFolder = 'questions/'

const mostCitations = 6
/** Global memories are found too, and are in another wiki. */
const hitsLookedAt = 20

export async function findCitations(
  question: string,
  { address }: Wiki,
  pages: readonly Page[],
  { recall }: QueryPorts,
): Promise<Citation[]> {
  const { scope, scopeId } = address
  const place = scope === 'project' ? { project: scopeId } : { scope }
  const wanted = { query: question, types: ['memory'], limit: hitsLookedAt, ...place }
  const { hits } = await recall(recallOperation.input.parse(wanted))
  const homes = homesOf(pages)
  const found = hits.flatMap(({ id }): Citation[] => {
    const home = homes.get(shortId(id))
    return home ? [{ ...home, anchor: shortId(id) }] : []
  })
  return found.slice(0, mostCitations)
}

/** By anchor. */
function homesOf(pages: readonly Page[]): Map<string, Omit<Citation, 'anchor'>> {
  const statements = pages.flatMap(({ path, title, sections }) =>
    sections
      .flatMap(({ items }) => items)
      .flatMap((item) =>
        item.type === 'statement' ? [[item.anchor, { path, title, text: item.text }] as const] : [],
      ),
  )
  return new Map(statements)
}

/** @throws ThroughlineError `conflict` if the question has its page */
export async function keepAnswer(
  question: string,
  answer: WrittenAnswer,
  { folderName }: Wiki,
  { openFolder, clock }: QueryPorts,
): Promise<PagePath> {
  const path = `${answerFolder}${pageSlug(question)}.md`
  const folder = openFolder(folderName)
  const isNew =
    (await folder.write(path, renderAnswer(question, answer, clock.now()), undefined)) !== undefined
  if (!isNew) {
    throw new ThroughlineError('conflict', `the wiki has an answer to this: ${path}`, {
      hint: 'edit that page, or remove it first',
    })
  }
  await folder.settle()
  return path
}

function renderAnswer(question: string, { answer, citations }: WrittenAnswer, now: Date): string {
  const head = writeFrontMatter({
    title: question,
    type: 'question',
    asked: now.toISOString().slice(0, 10),
  })
  const lines = citations.map(
    ({ text, path, title, anchor }) =>
      `- ${text.replace(/\s+/g, ' ').trim()} (${renderLink(path, title, anchor)})`,
  )
  const homes = new Map(citations.map(({ anchor, path }) => [anchor, path]))
  const written = answer && renderSentences(answer.sentences, (anchor) => homes.get(anchor) ?? '')
  const title = `# ${question.replace(/\s+/g, ' ')}`
  const parts = [title, ...(written ? [written] : []), lines.join('\n')]
  return `${head}\n${parts.join('\n\n')}\n`
}
