/**
 * The work every program gets: short texts to store one by one, and questions in between. The texts
 * are those of the recall benchmarks, cut to what the smallest program accepts.
 */
import type { SearchDocument } from '../../src/core/model/search-document.ts'
import { type Corpus, readCoding, readLocomo, readLongMemEval } from '../recall-data.ts'

export interface Item {
  readonly id: string
  readonly text: string
  /** What a question names as its answer: the turn itself (LoCoMo) or its session. */
  readonly answers: string
}

export type Step =
  | { readonly kind: 'store'; readonly item: Item }
  | { readonly kind: 'ask'; readonly question: string; readonly relevant: readonly string[] }

/** `memory_store` of Throughline takes 1,400 characters; the other programs take more. */
const mostCharacters = 1_400

export const workSuites = ['locomo', 'longmemeval', 'coding'] as const
export type WorkSuite = (typeof workSuites)[number]

const readers = { locomo: readLocomo, longmemeval: readLongMemEval, coding: readCoding }

/** One list of steps for each store. @param most at most this many stores, the first of the file */
export function readWork(suite: WorkSuite, text: string, most: number): Step[][] {
  return readers[suite](text)
    .slice(0, most)
    .map((corpus) => stepsOf(corpus, suite === 'locomo'))
}

/** A question is asked as soon as everything older than it is stored. */
export function stepsOf({ documents, questions }: Corpus, byTurn: boolean): Step[] {
  const items = documents
    .toSorted((a, b) => a.at.localeCompare(b.at))
    .map((document) => ({ at: document.at, text: textOf(document), document }))
    .filter(({ text }) => text !== '')
    .map(({ at, text, document }, number) => {
      const answers = byTurn ? document.id : (document.sessionId ?? document.id)
      return { at, item: { id: `n${number + 1}`, text, answers } }
    })
  const waiting = questions.toSorted((a, b) => compareMoments(a.before, b.before))
  const steps: Step[] = []
  for (const { at, item } of items) {
    while (waiting[0]?.before !== undefined && waiting[0].before <= at) ask(waiting.shift())
    steps.push({ kind: 'store', item })
  }
  for (const question of waiting) ask(question)
  return steps

  function ask(question: Corpus['questions'][number] | undefined): void {
    if (!question) return
    steps.push({ kind: 'ask', question: question.text, relevant: question.relevant })
  }
}

/** Questions without a moment come last. */
function compareMoments(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
  return a.localeCompare(b)
}

function textOf({ fields }: SearchDocument): string {
  const { who, title, body, answer, files } = fields
  const said = [title, body, answer].filter(Boolean).join('\n')
  const spoken = who === undefined ? said : `${who}: ${said}`
  const text = files?.length ? `${spoken}\nFiles: ${files.join(', ')}` : spoken
  return text.trim().slice(0, mostCharacters).trim()
}
