/**
 * Splits text into the pieces of a BERT vocabulary, as all-MiniLM-L6-v2, gte, bge and e5 expect:
 * lower case without accents, then the longest known prefix of each word.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface WordPieces {
  /** Returns the ids of the pieces with the two marks around them, at most `most` in all. */
  encode(text: string, most: number): number[]
}

const longestWord = 100

/** @returns undefined if the folder has no such vocabulary */
export function readWordPieces(folder: string): WordPieces | undefined {
  const ids = readVocabulary(folder)
  const [start, end, unknown] = ['[CLS]', '[SEP]', '[UNK]'].map((mark) => ids?.get(mark))
  if (!ids || start === undefined || end === undefined || unknown === undefined) return undefined
  return {
    encode(text, most) {
      const pieces: number[] = [start]
      for (const word of wordsOf(text)) {
        if (pieces.length >= most - 1) break
        pieces.push(...(piecesOf(word, ids) ?? [unknown]))
      }
      return [...pieces.slice(0, most - 1), end]
    },
  }
}

type Vocabulary = ReadonlyMap<string, number>

function readVocabulary(folder: string): Vocabulary | undefined {
  const lines = join(folder, 'vocab.txt')
  if (existsSync(lines)) {
    const words = readFileSync(lines, 'utf8').trimEnd().split(/\r?\n/)
    return new Map(words.map((word, id) => [word, id]))
  }
  const file = join(folder, 'tokenizer.json')
  if (!existsSync(file)) return undefined
  const { model } = JSON.parse(readFileSync(file, 'utf8')) as {
    model?: { type?: string; vocab?: Record<string, number> }
  }
  return model?.type === 'WordPiece' ? new Map(Object.entries(model.vocab ?? {})) : undefined
}

const accents = /\p{Mn}/gu
/** Each ideograph and each punctuation mark is its own word. */
const words = /[\p{Script=Han}]|[!-/:-@[-`{-~\p{P}]|[^\s\p{Script=Han}!-/:-@[-`{-~\p{P}]+/gu
const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\uFFFD]/gu

function wordsOf(text: string): string[] {
  const visible = text.replace(invisible, (sign) => (/\s/.test(sign) ? ' ' : ''))
  return visible.toLowerCase().normalize('NFD').replace(accents, '').match(words) ?? []
}

/** @returns undefined if the vocabulary cannot spell it */
function piecesOf(word: string, ids: Vocabulary): number[] | undefined {
  if (word.length > longestWord) return undefined
  const pieces: number[] = []
  let from = 0
  while (from < word.length) {
    let to = word.length
    let id: number | undefined
    while (to > from && id === undefined) {
      id = ids.get((from > 0 ? '##' : '') + word.slice(from, to))
      if (id === undefined) to -= 1
    }
    if (id === undefined) return undefined
    pieces.push(id)
    from = to
  }
  return pieces
}
