/** Prefixes that models expect, from their model cards. Other models get the plain text. */
import type { EmbeddingPurpose } from '../ports/models.ts'

const retrieval = 'Represent this sentence for searching relevant passages: '

const frames: readonly { model: RegExp; document: string; query: string }[] = [
  { model: /nomic-embed-text/, document: 'search_document: ', query: 'search_query: ' },
  {
    model: /(^|[/-])(multilingual-)?e5-(small|base|large)/,
    document: 'passage: ',
    query: 'query: ',
  },
  { model: /bge-(small|base|large)-en|mxbai-embed|arctic-embed/, document: '', query: retrieval },
  {
    model: /embedding-?gemma/,
    document: 'title: none | text: ',
    query: 'task: search result | query: ',
  },
  {
    model: /qwen3-embedding/,
    document: '',
    query: 'Instruct: Find the passages that answer the question\nQuery: ',
  },
]

export function frameText(model: string, text: string, purpose: EmbeddingPurpose): string {
  const frame = frames.find((candidate) => candidate.model.test(model.toLowerCase()))
  return frame ? frame[purpose] + text : text
}
