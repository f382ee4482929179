/**
 * Splits a prompt into what its user typed and what they only passed on: pasted documents, logs and
 * tickets, tagged blocks, quotes, the agent's answers, the client's texts. A paragraph without
 * anybody's voice counts as pasted: losing a memory is better than believing a stranger.
 */
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

type Speaker = 'user' | 'pasted' | 'agent' | 'client'

export interface PromptPart {
  readonly speaker: Speaker
  readonly text: string
  /** A block with visible limits, such as a fence. */
  readonly isMarked: boolean
}

/**
 * In the prompt's order.
 * @param answers what the agent said earlier in the session
 */
export function promptParts(prompt: string, answers: readonly string[] = []): PromptPart[] {
  const repeated = createRepetition(answers)
  const parts: PromptPart[] = []
  let before: Speaker | undefined
  let isPasting = false
  let rest: Speaker | undefined
  for (const piece of splitBlocks(withoutSkill(withoutMarks(prompt)))) {
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

/** A user who quotes the agent quotes its latest words, so callers pass only its last answers. */
export const answersCompared = 8

/** What the user typed, as paragraphs. */
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
  /** The speaker of the previous paragraph; undefined for the first. */
  readonly before: Speaker | undefined
  /** The previous paragraph announced pasted text, or was pasted. */
  readonly isPasting: boolean
  readonly repeated: ReturnType<typeof createRepetition>
}

function speakerOf(paragraph: string, { before, isPasting, repeated }: Surroundings): Speaker {
  if (isClientText(paragraph)) return 'client'
  if (repeated(paragraph)) return 'agent'
  const lines = paragraph.split('\n')
  if (lines.every(isPastedLine)) return 'pasted'
  if (isPasting ? isTypedAfterPaste(paragraph) : isTyped(paragraph)) return 'user'
  // A prompt that starts with an order is typed, however formal it is.
  if (before === undefined && opensAsOrder(paragraph)) return 'user'
  if (isPasting || isFormal(paragraph)) return 'pasted'
  const isPlain = lines.length === 1 || lines.every(isListItem)
  return isPlain && before !== 'pasted' ? 'user' : 'pasted'
}

const isPastedLine = (line: string) => isLogLine(line) || isFinding(line)

/** A log continues after its blank lines. */
const endsInPaste = (paragraph: string) => isLogLine(paragraph.split('\n').at(-1) ?? '')

/** Lines of a log or findings inside a paragraph of the user's, and their continuation. */
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

// Separates marked text of others: code, quotes, tagged blocks, drawn frames.

/** A section of a text. */
interface Piece {
  readonly text: string
  /** A block with visible limits. */
  readonly isMarked: boolean
}

function splitBlocks(text: string): Piece[] {
  return splitTagged(text.replace(/\r\n?/g, '\n')).flatMap((piece) =>
    piece.isMarked ? [piece] : splitLines(piece.text),
  )
}

function splitLines(text: string): Piece[] {
  const pieces: { lines: string[]; isMarked: boolean }[] = []
  const add = (isMarked: boolean, ...lines: string[]) => {
    const last = pieces.at(-1)
    if (last?.isMarked === isMarked) last.lines.push(...lines)
    else pieces.push({ lines, isMarked })
  }
  let fence: string | undefined
  for (const line of text.split('\n')) {
    const mark = /^\s*(```+|~~~+|""")/.exec(line)?.[1]?.slice(0, 3)
    if (fence !== undefined) {
      if (mark === fence || line.trimEnd().endsWith(fence)) fence = undefined
      else add(true, line)
    } else if (mark !== undefined && !isClosedInLine(line, mark)) {
      fence = mark
      add(true)
    } else {
      add(quoted.test(line), line)
    }
  }
  return pieces.map(({ lines, isMarked }) => ({ text: lines.join('\n'), isMarked }))
}

const isClosedInLine = (line: string, mark: string) => line.indexOf(mark) !== line.lastIndexOf(mark)

/** Quotes, table rows and terminal drawings. */
const quoted = /^\s*(?:>|\|.*\|\s*$|[│┃■◆└┌├●⎿⏺✻])/u

/**
 * Cuts out `<name …>…</name>` with its content, and to the end if the tag is alone on a line and
 * never closed. A scan, because a regular expression would take quadratic time on unclosed tags.
 */
function splitTagged(text: string): Piece[] {
  const lower = text.toLowerCase()
  const lastEnds = new Map<string, number>()
  for (const { 1: name = '', index } of lower.matchAll(closingTag)) lastEnds.set(name, index)
  const pieces: Piece[] = []
  let from = 0
  for (const { 0: tag, 1: name = '', index } of lower.matchAll(openingTag)) {
    if (index < from) continue
    const isClosed = (lastEnds.get(name) ?? -1) > index
    if (!isClosed && !standsAlone(lower, index, tag.length)) continue
    const end = isClosed ? lower.indexOf(`</${name}>`, index) + name.length + 3 : text.length
    pieces.push({ text: text.slice(from, index), isMarked: false })
    pieces.push({ text: text.slice(index, end), isMarked: true })
    from = end
  }
  return [...pieces, { text: text.slice(from), isMarked: false }]
}

function standsAlone(text: string, index: number, length: number): boolean {
  return (index === 0 || text[index - 1] === '\n') && (text[index + length] ?? '\n') === '\n'
}

const openingTag = /<([a-z][\w.:-]{0,60})(?:\s[^<>]{0,500})?>/g
const closingTag = /<\/([a-z][\w.:-]{0,60})>/g

// Recognises text that repeats earlier words, exactly or nearly.

/** @returns a function that says whether a paragraph repeats one of the texts */
function createRepetition(texts: readonly string[]): (paragraph: string) => boolean {
  const known = new Set(texts.flatMap(runsOf))
  return (paragraph) => {
    if (known.size === 0) return false
    const runs = runsOf(paragraph)
    if (runs.length < fewestRuns) return false
    return runs.filter((run) => known.has(run)).length / runs.length >= enoughShared
  }
}

const runLength = 4
/** Seven words: shorter answers such as "yes, go with the first" are the user's. */
const fewestRuns = 4
const enoughShared = 0.6

function runsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
  return words
    .slice(0, 1 - runLength || undefined)
    .map((_, at) => words.slice(at, at + runLength).join(' '))
}

/** Texts that clients insert into a prompt. Nobody typed them. */

export function isClientText(paragraph: string): boolean {
  return clientTexts.some((pattern) => pattern.test(paragraph))
}

/** Whether everything after this is the client's too. */
function startsClientText(paragraph: string): boolean {
  return wholeTexts.test(paragraph)
}

const wholeTexts =
  /^(?:Operation stopped by hook:|This session is being continued from|Generate a file named AGENTS\.md that serves as|Please analyze this codebase and create a CLAUDE\.md)/

/** Removes the marks that clients leave for attachments. */
function withoutMarks(prompt: string): string {
  return prompt.replace(attachments, '')
}

/** Removes a skill's text, which clients put before the user's. */
function withoutSkill(prompt: string): string {
  const at = prompt.search(/^Base directory for this skill:/m)
  return at < 0 ? prompt : prompt.slice(at)
}

const attachments =
  /\[Image(?: #?\d+)?\]|#(?:terminalLastCommand|terminalSelection|selection|codebase|editor|changes|problems)\b|User provided an image \([\w/+.-]{1,40}\)\.?/g

/** Claude Code 2.x, Cursor 2.x, Copilot, Codex and OpenCode 1.x, as of 2026. */
const clientTexts = [
  /^If you need specific details from before exiting plan mode\b/,
  /^Implement the (?:following plan:|plan as specified, it is attached)/,
  /^To-do's from the plan have already been created\b/,
  /^(?:Base directory for this skill|Relative paths in this skill)\b/,
  /^Operation stopped by hook:|^Press the up arrow key to get your prompt back/,
  /^This session is being continued from a previous conversation\b/,
  /^Caveat: The messages below were generated by the user while running local commands\b/,
  /^\[Request interrupted by user/,
  /^The user (?:doesn't want to|sent the following message)/,
  /^Please continue the conversation from where we left it off\b/,
  /^Your task is to create a detailed summary of the conversation\b/,
  /^Generate a file named AGENTS\.md that serves as a contributor guide\b/,
  /^Please analyze this codebase and create a CLAUDE\.md file\b/,
  /^@workspace \//,
  /^(?:Full transcript available at:|Read the output file to retrieve the result:)/,
]
