/**
 * What the user surely typed of a prompt. To understand a session, a paragraph that was probably
 * typed is enough. What becomes the user's memory at once, or retracts one, needs more:
 * - nothing before it introduces a text, asks about one or looks like one;
 * - or it follows a block with visible limits, and everything before that block was typed;
 * - if it names something to run, fetch, install or contact, it starts a short prompt in which
 * nothing is pasted, introduced or asked about.
 *
 * Everything else may be kept as a candidate.
 */
import { namesAction } from './elements.ts'
import { endOfLeadIn, isOwnLead, opensToRemember, pointsToText } from './lead-ins.ts'
import {
  hasShapeOfText,
  introducesPaste,
  isImperative,
  isListItem,
  isOfMail,
  isSettings,
  isTypedAfterPaste,
  opensAsOrder,
  startsDocument,
} from './paste-signs.ts'
import { type PromptPart, typedWords, withoutPastedLines } from './prompt-parts.ts'
import { isMadeOf } from './session-provenance.ts'

/** @param parts of the prompt, split with knowledge of the agent's earlier words */
export function surelyTyped(prompt: string, parts: readonly PromptPart[]): string {
  if (rememberCommand.test(prompt.trim())) return typedWords(parts)
  const { paragraphs, isPure, pointsBack } = readParts(asOneWish(parts, prompt.trim()))
  if (pointsBack) return ''
  const mayAct = isPure && prompt.trim().length <= longestToAct
  const acting = mayAct ? upToTask(paragraphs) : paragraphs.map(withoutActions)
  return acting
    .map((lines) =>
      lines
        .map((sentences) => sentences.join(' '))
        .filter(Boolean)
        .join('\n'),
    )
    .filter((text) => text !== '')
    .join('\n\n')
}

/** Whether a statement in any wording consists of this text and names no action that is not in it. */
export function isWordedFrom(statement: string, text: string): boolean {
  if (namesAction(statement) && !namesAction(text)) return false
  return isMadeOf(statement, text)
}

const rememberCommand = /^\/(?:[\w-]+:)?remember\s/i

/** In longer unmarked text, nobody knows where the user's words end. */
const longestTyped = 2_000
/** Longer prompts with a command are rarely typed. */
const longestToAct = 400

/**
 * A sentence full of names sounds like a document. But a prompt of just one paragraph was typed to
 * the agent, if it starts by asking to remember something.
 */
function asOneWish(parts: readonly PromptPart[], prompt: string): readonly PromptPart[] {
  const [only] = parts
  const isWhole = parts.length === 1 && only?.speaker === 'pasted' && only.text === prompt
  return isWhole && /^#?remember(?: that\b|:)/i.test(prompt)
    ? [{ ...only, speaker: 'user' }]
    : parts
}

/** Lines of sentences. */
type Paragraph = readonly (readonly string[])[]

interface Reading {
  readonly paragraphs: readonly Paragraph[]
  /** Nothing is pasted, introduced or asked about. */
  readonly isPure: boolean
  /** The prompt ends with words about a text, which must be the text before them. */
  readonly pointsBack: boolean
}

/**
 * `own`: the user speaks. `announced`: the last words introduced a text or asked about one.
 * `passing`: a text is passed on, to the end of the prompt.
 */
type State = 'own' | 'announced' | 'passing'

function readParts(parts: readonly PromptPart[]): Reading {
  const nothing = { paragraphs: [], isPure: false, pointsBack: true }
  const paragraphs: Paragraph[] = []
  let state: State = 'own'
  let isPure = true
  let isBlocked = false
  let head: string | undefined
  const isLong = lengthOf(parts) > longestTyped
  for (const { speaker, text, isMarked } of parts) {
    if (isMarked) {
      if (state === 'announced') state = 'own'
      isBlocked = true
      continue
    }
    if (state === 'own' && (startsDocument(text) || isOfMail(text))) return nothing
    const isSpeaking =
      head === undefined ? !isLong || hasVoice(text) : hasVoice(text) || isOwnHead(head)
    const isTooLong = text.length > longestTyped || (isLong && head !== undefined)
    if (speaker !== 'user' || state !== 'own' || !isSpeaking || isTooLong) {
      state = 'passing'
      continue
    }
    const read = readParagraph(text, head)
    paragraphs.push(read.lines)
    state = read.state
    if (!read.isPure) isPure = false
    head = text.split('\n').at(-1) ?? ''
  }
  const pointsBack = state === 'announced' && !isBlocked && paragraphs.length > 0
  return { paragraphs, isPure: isPure && state === 'own' && !isBlocked, pointsBack }
}

/** After the first paragraph, formal words without a speaker may be anybody's. */
const hasVoice = (paragraph: string) =>
  isTypedAfterPaste(paragraph) ||
  /^(?:we|our|my|please|let['’]s)\b/i.test(paragraph) ||
  opensToRemember(paragraph) ||
  opensAsOrder(paragraph)

/** "Remember:", "Rules for this repo:", above a list. */
const isOwnHead = (line: string) =>
  /[:：]\s*$/.test(line) && isOwnLead(line.replace(/[:：]\s*$/, ''))

function readParagraph(text: string, before: string | undefined) {
  if (isSettings(text)) return { lines: [], state: 'passing' as const, isPure: false }
  const typed = new Set(withoutPastedLines(text).split('\n'))
  const quotes = quotesIn(text)
  const lines: string[][] = []
  let state: State = 'own'
  let isPure = true
  let head = before ?? ''
  let at = 0
  for (const line of text.split('\n')) {
    const from = at
    at += line.length + 1
    const isItem = isListItem(line)
    const isOwnItem =
      opensToRemember(head) || ((head === '' || isOwnHead(head)) && !hasShapeOfText(line))
    const isForeign = !typed.has(line) || (isItem ? !isOwnItem : hasShapeOfText(line))
    if (state !== 'own' || isForeign) return { lines, state: 'passing' as const, isPure: false }
    if (!isItem) head = line
    const kept: string[] = []
    for (const { 0: sentence, index } of line.matchAll(sentences)) {
      if (state !== 'own') return { lines: [...lines, kept], state: 'passing' as const, isPure }
      const start = from + index
      const end = start + (opensToRemember(sentence) ? 1 : sentence.length)
      if (quotes.some((quote) => quote.start < end && start < quote.end)) {
        isPure = false
        continue
      }
      const lead = endOfLeadIn(sentence)
      const isOwn = lead === undefined && !pointsToText(sentence)
      if (isOwn) kept.push(sentence.trim())
      else isPure = false
      if (lead !== undefined && lead < sentence.trimEnd().length) state = 'passing'
      else if (!isOwn) state = 'announced'
    }
    lines.push(kept)
    if (state === 'own' && introducesPaste(line) && !isOwnHead(line)) {
      isPure = false
      state = 'announced'
    }
  }
  if (quotes.some(({ isOpen }) => isOpen)) state = 'passing'
  return { lines, state, isPure }
}

const sentences = /\S(?:.*?(?:[.!?…]+["'”’»)\]]*(?=\s)|[。！？]|;(?=\s)|$))/gu

interface Quote {
  readonly start: number
  readonly end: number
  readonly isOpen: boolean
}

/** Speech; fewer words are a name. */
function quotesIn(paragraph: string): Quote[] {
  return [...paragraph.matchAll(quoteMarks)].flatMap(({ 0: span, index }) => {
    const isOpen = span.length < 2 || !/["”»“’'」』]$/.test(span)
    const isSpeech = isOpen || span.split(/\s+/).length >= fewestSpoken || /[。、]/.test(span)
    return isSpeech ? [{ start: index, end: index + span.length, isOpen }] : []
  })
}

const fewestSpoken = 4

const quoteMarks =
  /“[^”]*(?:”|$)|„[^“”]*(?:[“”]|$)|«[^»]*(?:»|$)|‘[^’]*(?:’(?!\p{L})|$)|「[^」]*(?:」|$)|『[^』]*(?:』|$)|"[^"]*(?:"|$)|(?<![\p{L}\p{N}])'(?=\S)(?:[^'\n]|'(?=\p{L})){1,2000}'(?![\p{L}\p{N}])/gu

/** A command or an address after a task may be something the user passes on with it. */
function upToTask(paragraphs: readonly Paragraph[]): Paragraph[] {
  let isTask = false
  return paragraphs.map((paragraph) =>
    paragraph.map((line) =>
      line.filter((sentence) => {
        const isKept = !isTask || !namesAction(sentence)
        isTask ||= /\?\s*$/.test(sentence) || isImperative(sentence)
        return isKept
      }),
    ),
  )
}

/** A text to remember is kept completely or not at all. */
function withoutActions(paragraph: Paragraph): Paragraph {
  const isAsked = opensToRemember(paragraph[0]?.[0] ?? '')
  if (isAsked && namesAction(paragraph.flat().join(' '))) return []
  return paragraph.map((line) => line.filter((sentence) => !namesAction(sentence)))
}

function lengthOf(parts: readonly PromptPart[]): number {
  const typed = parts.filter(({ speaker }) => speaker === 'user')
  return typed.reduce((sum, { text }) => sum + text.length, 0)
}
