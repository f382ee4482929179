/**
 * Turns untrusted text into one harmless, readable line: no tags, no role prefixes such as `system:`,
 * no hidden or reordered characters.
 */
import { escapeSequence } from './visible-text.ts'

export function safeText(text: string): string {
  return text
    .toWellFormed()
    .replace(escapeSequence, '')
    .replace(lineBreak, '\n')
    .replace(invisible, '')
    .replace(roleAtLineStart, '$1 –')
    .replace(headingAtLineStart, '')
    .replace(fence, '`')
    .replace(roleInBrackets, '($1)')
    .replace(wholeTag, '‹$1›')
    .replace(tagBeginning, '‹')
    .replace(/\s+/g, ' ')
    .trim()
}

const mostNameCharacters = 80

/**
 * A name that a repository, a server or an agent chose (a branch, a file, a tag), for a line that people
 * and agents read: one line, at most 80 characters, and in marks if it could be read as a sentence.
 */
export function quoteName(name: string): string {
  const line = safeText(name).replaceAll('`', "'")
  const half = mostNameCharacters / 2
  const isLong = line.length > mostNameCharacters
  const short = isLong ? `${line.slice(0, half - 1)}…${line.slice(-half)}`.toWellFormed() : line
  return /^[\w./@+-]+$/.test(short) ? short : `\`${short}\``
}

const lineBreak = /\r\n?|[\u0085\u2028\u2029]/g

/**
 * Control characters, zero-width characters, direction overrides, fillers, variation selectors, and
 * the Unicode tag block, which can hide whole sentences.
 */
const invisible =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each of them goes, alone or combined
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu

const roleAtLineStart =
  /^[\s>*_#-]*(human|user|assistant|system|developer|tool|model|instructions?)[*_ \t]*[:：][*_]*/gim

const headingAtLineStart = /^\s*#{1,6}(?=\s)/gm

/** The enclosed text stays, between single marks. */
const fence = /(?:`{3,}|~{3,})[\w-]*/g

const roleInBrackets = /\[(\/?(?:INST|SYS|SYSTEM|USER|ASSISTANT))\]/gi

/** Tolerates spaces, an escaped slash and full-width characters. Keeps `a <= b` and `x < 5`. */
const wholeTag = /[<＜﹤]+(\s*(?:[!?]|[/\\|]*\s*[A-Za-z_])[^<>＜＞﹤﹥]*)[>＞﹥]/g
const tagBeginning = /[<＜﹤]+(?=\s*(?:[!?]|[/\\|]*\s*[A-Za-z_]))/g

/** As one word for a POSIX shell: inside single quotes it changes nothing except a single quote. */
export function quoteForShell(value: string): string {
  return `'${value.replaceAll("'", "'\\''")}'`
}

/** As a person would type it. */
export const quoteIfNeeded = (word: string) =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : quoteForShell(word)
