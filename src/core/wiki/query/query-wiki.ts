/** Answers a question by statements of the wiki, and keeps the answer as a page of its own. */
import { ThroughlineError } from '../../../contract/errors.ts'
import type { OutputOf } from '../../../contract/operations/index.ts'
import { recall as recallOperation } from '../../../contract/operations/recall.ts'
import { shortId } from '../../model/memory.ts'
import { readFrontMatter, writeFrontMatter } from '../../text/front-matter.ts'
import { pageSlug, parseLinks, renderLink } from '../format/links.ts'
import type { Page, PagePath } from '../model.ts'
import type { ExamineParts } from '../sync/examine-wiki.ts'
import type { Wiki } from '../which-wiki.ts'
import type { WikiOperationPorts, WikiPorts } from '../wiki-ports.ts'
import { answerPrompt, answerSystem } from '../writing/prompts.ts'
import { renderSentences, type Writing, writeSentences } from '../writing/write-sentences.ts'
import { measureShares } from './measure-shares.ts'

type Queried = OutputOf<'queryWiki'>
type Citation = Queried['citations'][number]

const answerFolder = 'questions/'

const mostCitations = 6
/** More than are cited, because global memories are found too and are in another wiki. */
const mostHits = 20

export async function findCitations(
  question: string,
  { address }: Wiki,
  pages: readonly Page[],
  { recall }: WikiOperationPorts,
): Promise<Citation[]> {
  const { scope, scopeId } = address
  const place = scope === 'project' ? { project: scopeId } : { scope }
  const wanted = { query: question, types: ['memory'], limit: mostHits, explain: true, ...place }
  const { hits } = await recall(recallOperation.input.parse(wanted))
  const homes = homesOf(pages)
  const shareOf = await measureShares(question, homes.values())
  const found = hits.flatMap(({ id, relevance = 0 }) => {
    const home = homes.get(shortId(id))
    return home && relevance >= leastRelevance
      ? [{ citation: { ...home, anchor: shortId(id) }, relevance, share: shareOf(home.text) }]
      : []
  })
  const most = Math.max(leastShare, ...found.map(({ share }) => share * shareOfBest))
  const answers = found.filter(({ share }) => share >= most)
  const best = Math.max(0, ...answers.map(({ relevance }) => relevance))
  return answers
    .filter(({ relevance }) => relevance >= relevanceOfBest * best)
    .map(({ citation }) => citation)
    .slice(0, mostCitations)
}

/** Recall shows from 1 on. Here the statements are the whole answer, so it is better to have none. */
const leastRelevance = 1.2
/** Of what is asked about, by `measureShares`. */
const leastShare = 0.55
const shareOfBest = 0.75
const relevanceOfBest = 0.6

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

/** @throws ThroughlineError `conflict` if the question already has a page */
export async function keepAnswer(
  question: string,
  answer: Pick<Queried, 'answer' | 'citations'>,
  { folderName }: Wiki,
  { openFolder, clock }: WikiPorts,
): Promise<PagePath> {
  const path = `${answerFolder}${pageSlug(question)}.md`
  const folder = openFolder(folderName)
  const text = renderAnswer(question, answer, clock.now())
  if ((await folder.write(path, text, undefined)) === undefined) {
    throw new ThroughlineError('conflict', `the wiki has an answer to this: ${path}`, {
      hint: 'edit that page, or remove it first',
    })
  }
  await folder.settle()
  return path
}

function renderAnswer(
  question: string,
  { answer, citations }: Pick<Queried, 'answer' | 'citations'>,
  now: Date,
): string {
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

/** Somebody waits for the answer. */
const longestMs = 60_000

/** A few sentences that answer the question from the statements found, if a model may write. */
export async function writeAnswer(
  question: string,
  citations: Queried['citations'],
  pages: readonly Page[],
  { writers, redactor }: Pick<WikiPorts, 'writers' | 'redactor'>,
): Promise<Pick<Queried, 'answer' | 'unanswered'>> {
  const models = citations.length === 0 ? [] : await writers()
  if (models.length === 0) return {}
  const rules = {
    sources: new Map(citations.map(({ anchor, text }) => [anchor, text])),
    subject: question,
    pages: pages.filter(({ path }) => citations.some((cited) => cited.path === path)),
    redactor,
  }
  const prompt = answerPrompt(question, citations)
  const task = { purpose: 'answer', system: answerSystem, prompt, rules } as const
  try {
    return toAnswer(await writeSentences(task, models, AbortSignal.timeout(longestMs)))
  } catch (error) {
    return { unanswered: error instanceof Error ? redactor.redact(error.message) : String(error) }
  }
}

function toAnswer(writing: Writing): Pick<Queried, 'answer' | 'unanswered'> {
  if (writing.kind === 'nothing') return { unanswered: 'the statements do not answer it' }
  if (writing.kind === 'refused') return { unanswered: `its answer was refused: ${writing.fault}` }
  const sentences = writing.sentences.map(({ text, cites }) => ({ text, cites: [...cites] }))
  return { answer: { sentences, model: writing.model } }
}

/**
 * Removes statements that were erased for good from kept answers: every line that cites one, also if
 * a model wrote it, and then pages without any line left.
 */
export async function cleanAnswers(parts: ExamineParts): Promise<void> {
  const { folder } = parts
  const isErased = createErasedCheck(parts)
  for (const { path } of await folder.list()) {
    if (!path.startsWith(answerFolder)) continue
    const page = await folder.read(path)
    if (page.kind !== 'text') continue
    const kept: string[] = []
    const lines = page.text.split('\n')
    for (const line of lines) if (!(await citesErased(line, isErased))) kept.push(line)
    if (kept.length === lines.length) continue
    const text = kept.join('\n').replace(/\n{3,}/g, '\n\n')
    if (isBare(text)) await folder.remove(path, page.text)
    else await folder.write(path, text, page.text)
  }
}

type IsErased = (anchor: string) => Promise<boolean>

/** Memories that were merely forgotten can be restored, so their lines stay. */
function createErasedCheck({ address, store: { memories } }: ExamineParts): IsErased {
  const known = new Map<string, Promise<boolean>>()
  const find = async (ending: string): Promise<boolean> => {
    if ((await memories.findByEnding(ending)).length > 0) return false
    const filter = { addresses: [address], ending }
    return (await memories.listArchived(filter, { limit: 1, offset: 0 })).total === 0
  }
  return (anchor) => {
    const found = known.get(anchor) ?? find(anchor)
    known.set(anchor, found)
    return found
  }
}

async function citesErased(line: string, isErased: IsErased): Promise<boolean> {
  for (const { anchor } of parseLinks([line], 1)) {
    if (anchor !== undefined && memoryAnchor.test(anchor) && (await isErased(anchor))) return true
  }
  return false
}

/** The end of a memory's id. */
const memoryAnchor = /^[0-9a-f]{10}$/

/** Only the question is left. */
function isBare(text: string): boolean {
  return (
    readFrontMatter(text)
      .body.replace(/^# .*$/m, '')
      .trim() === ''
  )
}
