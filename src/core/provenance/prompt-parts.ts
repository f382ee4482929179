/**
 * Cuts a prompt into what its user typed and what the user only passed on: pasted documents, logs
 * and tickets, tagged blocks, quotes, answers of the agent, texts of the client. A paragraph that
 * shows nobody's voice counts as pasted: better to lose a memory than to believe a stranger.
 */
import { isClientText, startsClientText, withoutMarks } from './client-texts.ts'
import {
  introducesPaste,
  isFinding,
  isFormal,
  isListItem,
  isLogLine,
  isTyped,
  isTypedAfterPaste,
  opensAsOrder,
  startsDocument,
  typedStart,
} from './paste-signs.ts'
import { createRepetition } from './repetition.ts'
import { splitBlocks } from './split-blocks.ts'

type Speaker = 'user' | 'pasted' | 'agent' | 'client'

export interface PromptPart {
  readonly speaker: Speaker
  readonly text: string
  /** A block that shows where it begins and ends, such as a fence. */
  readonly isMarked: boolean
}

/**
 * In the order of the prompt.
 * @param answers what the agent said earlier in the session
 */
export function promptParts(prompt: string, answers: readonly string[] = []): PromptPart[] {
  const repeated = createRepetition(answers)
  const parts: PromptPart[] = []
  let before: Speaker | undefined
  let isPasting = false
  let rest: Speaker | undefined
  for (const piece of splitBlocks(withoutMarks(prompt))) {
    if (piece.isMarked) {
      const speaker = repeated(piece.text) ? 'agent' : 'pasted'
      parts.push({ speaker, text: piece.text.trim(), isMarked: true })
      continue
    }
    for (const text of paragraphsOf(piece.text)) {
      if (startsClientText(text)) rest = 'client'
      if (startsDocument(text)) rest ??= 'pasted'
      const speaker: Speaker = rest ?? speakerOf(text, { before, isPasting, repeated })
      parts.push({ speaker, text, isMarked: false })
      isPasting = introducesPaste(text) || endsInPaste(text) || (isPasting && speaker === 'pasted')
      before = speaker
    }
  }
  return parts
}

/** What the user typed, in paragraphs. */
export function ownWords(prompt: string, answers: readonly string[] = []): string {
  return typedWords(promptParts(prompt, answers))
}

export function typedWords(parts: readonly PromptPart[]): string {
  return parts
    .filter(({ speaker }) => speaker === 'user')
    .map(({ text }) => withoutPastedLines(text))
    .filter((text) => text !== '')
    .join('\n\n')
}

interface Surroundings {
  /** The speaker of the paragraph before; undefined for the first. */
  readonly before: Speaker | undefined
  /** The paragraph before announced something pasted, or was pasted. */
  readonly isPasting: boolean
  readonly repeated: ReturnType<typeof createRepetition>
}

function speakerOf(paragraph: string, { before, isPasting, repeated }: Surroundings): Speaker {
  if (isClientText(paragraph)) return 'client'
  if (repeated(paragraph)) return 'agent'
  const lines = paragraph.split('\n')
  if (lines.every(isPastedLine)) return 'pasted'
  if (isPasting ? isTypedAfterPaste(paragraph) : isTyped(paragraph)) return 'user'
  // A prompt that begins with an order is one, however formal it is.
  if (before === undefined && opensAsOrder(paragraph)) return 'user'
  if (isPasting || isFormal(paragraph)) return 'pasted'
  const isPlain = lines.length === 1 || lines.every(isListItem)
  return isPlain && before !== 'pasted' ? 'user' : 'pasted'
}

const isPastedLine = (line: string) => isLogLine(line) || isFinding(line)

/** A log goes on behind its blank lines. */
const endsInPaste = (paragraph: string) => isLogLine(paragraph.split('\n').at(-1) ?? '')

/** Lines of a log or findings within a paragraph that is otherwise the user's, and what runs on from them. */
export function withoutPastedLines(paragraph: string): string {
  const lines = paragraph.split('\n')
  const from = lines.findIndex((_, at) => at > 0 && introducesPaste(lines[at - 1] ?? ''))
  const kept: string[] = []
  let isPasting = false
  for (const line of from < 0 ? lines : lines.slice(0, from)) {
    isPasting = isPastedLine(line) || (isPasting && !isTypedAfterPaste(line))
    if (!isPasting) kept.push(typedStart(line))
  }
  return kept.join('\n').trim()
}

function paragraphsOf(text: string): string[] {
  return text
    .split(/\n[ \t]*\n+/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => /[\p{L}\p{N}]/u.test(paragraph))
}
