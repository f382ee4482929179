/** What is known about models: the prefixes they were trained with, and what cosines mean. */
import type { EmbeddingPurpose } from '../ports/models.ts'

interface ModelTraits {
  readonly document: string
  readonly query: string
  /** The cosine from which a text answers a question. Undefined if not calibrated. */
  readonly answers?: number | undefined
  /** The cosine from which two statements say almost the same. Undefined if not calibrated. */
  readonly saysSame?: number | undefined
  /** The cosine from which one of two memories is enough. Undefined if not calibrated. */
  readonly repeats?: number | undefined
}

const retrieval = 'Represent this sentence for searching relevant passages: '

/** Prefixes come from the model cards. */
const models: readonly (ModelTraits & { readonly name: RegExp })[] = [
  { name: /all-minilm-l6/, document: '', query: '', answers: 0.5, saysSame: 0.7, repeats: 0.78 },
  { name: /nomic-embed-text/, document: 'search_document: ', query: 'search_query: ' },
  {
    name: /(^|[:/-])(multilingual-)?e5-(small|base|large)/,
    document: 'passage: ',
    query: 'query: ',
  },
  { name: /bge-(small|base|large)-en|mxbai-embed|arctic-embed/, document: '', query: retrieval },
  {
    name: /embedding-?gemma/,
    document: 'title: none | text: ',
    query: 'task: search result | query: ',
  },
  {
    name: /qwen3-embedding/,
    document: '',
    query: 'Instruct: Find the passages that answer the question\nQuery: ',
  },
]

/** Other models get the plain text. @param model with or without its provider */
export function traitsOf(model: string): ModelTraits {
  const found = models.find(({ name }) => name.test(model.toLowerCase()))
  return found ?? { document: '', query: '' }
}

export function frameText(model: string, text: string, purpose: EmbeddingPurpose): string {
  return traitsOf(model)[purpose] + text
}
