/** Finds documents by meaning: with the vectors nearest to the question's. Recall works without. */
import { ThroughlineError } from '../../contract/errors.ts'
import type { DocumentKey } from '../model/search-document.ts'
import type { Embedder } from '../ports/models.ts'
import type {
  ComparedDocument,
  NearDocument,
  SearchFilter,
  VectorIndex,
} from '../ports/search-index.ts'
import { traitsOf } from './model-traits.ts'

export type NearResult =
  | NearFound
  | { readonly kind: 'unavailable'; readonly error: ThroughlineError }

/** Similarities are comparable only within one result. */
export interface NearFound {
  readonly kind: 'found'
  /** Most similar first. */
  readonly documents: readonly NearDocument[]
  /** From this similarity on, a document answers the question; undefined if not calibrated. */
  readonly answers: number | undefined
  /** From this similarity on, two statements say almost the same. */
  readonly saysSame: number | undefined
  /** Like `VectorIndex.compare`, with this question. */
  compare(documents: readonly DocumentKey[], reach: number): Promise<ComparedDocument[]>
}

export interface NearQuestion {
  readonly text: string
  readonly filter: SearchFilter
  readonly limit: number
  /** If it fires before the question has a vector, the result is `unavailable`. */
  readonly signal: AbortSignal
}

export interface NearPorts {
  /** The first call may be slow, because it loads a model. */
  readonly embedder: () => Promise<Embedder>
  readonly vectors: VectorIndex
}

const longestQuestion = 2_000

/** The result if there is nothing to compare. */
export const nothingNear: NearFound = {
  ...{ kind: 'found', documents: [], answers: undefined, saysSame: undefined },
  compare: async () => [],
}

export async function findNear(question: NearQuestion, ports: NearPorts): Promise<NearResult> {
  const text = question.text.trim().slice(0, longestQuestion).toWellFormed()
  if (text === '') return nothingNear
  try {
    const { embedder, vector } = await abandonWhen(question.signal, () =>
      embedQuestion(text, question.signal, ports),
    )
    const inUse = await ports.vectors.model()
    if (inUse?.model !== embedder.model || !vector) return nothingNear
    const documents = await ports.vectors.nearest(vector, question.filter, question.limit)
    const { answers, saysSame } = traitsOf(embedder.model)
    return {
      ...{ kind: 'found', documents, answers, saysSame },
      compare: (keys, reach) => ports.vectors.compare(vector, keys, reach),
    }
  } catch (error) {
    if (error instanceof ThroughlineError) return { kind: 'unavailable', error }
    if (!question.signal.aborted) throw error
    const late = new ThroughlineError('model-unavailable', 'the embedder did not answer in time')
    return { kind: 'unavailable', error: late }
  }
}

async function embedQuestion(text: string, signal: AbortSignal, ports: NearPorts) {
  const embedder = await ports.embedder()
  const [vector] = await embedder.embed([text], 'query', signal)
  return { embedder, vector }
}

/** Stops waiting when the signal fires, even if the work continues. */
async function abandonWhen<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted()
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([work(), promise])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
