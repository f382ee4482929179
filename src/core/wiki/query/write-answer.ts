/** A few sentences that answer a question from the statements found, if a model may write. */
import type { OutputOf } from '../../../contract/operations/index.ts'
import type { Page } from '../model.ts'
import type { WikiPorts } from '../wiki-ports.ts'
import { answerPrompt, answerSystem } from '../writing/prompts.ts'
import { type Writing, writeSentences } from '../writing/write-sentences.ts'

type Queried = OutputOf<'queryWiki'>

/** Somebody waits for it. */
const longestMs = 60_000

/** Without an answer the citations stand. */
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
