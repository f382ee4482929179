/** Shortens texts, and puts them on one line. */

/** What would look odd before an ellipsis. */
const unfinished = /[\s.,;:–—-]+$/

/** They begin what was cut off. */
const dangling =
  /\s(?:an?|the|its|their|his|her|your|our|this|that|these|those|\S+['’]s|and|or|nor|in|into|on|at|to|of|off|for|from|with|by|via|as|than|per|so|if|when|which|who|whose)$/i

/** One line of at most `most` characters, cut at a word boundary when that loses under 30 %. */
export function shorten(text: string, most: number): string {
  const line = oneLine(text)
  if (line.length <= most) return line
  const start = line.slice(0, most - 1)
  const space = start.lastIndexOf(' ')
  const kept = space > most * 0.7 ? start.slice(0, space) : start
  return `${finish(kept.replace(/[\ud800-\udbff]$/, ''))}…`
}

/** Ends before code that was cut through, and before words that begin something. */
function finish(start: string): string {
  const isInCode = start.split('`').length % 2 === 0
  let kept = isInCode ? start.slice(0, start.lastIndexOf('`')) : start
  for (let before = ''; before !== kept; ) {
    before = kept
    kept = kept.replace(unfinished, '').replace(dangling, '')
  }
  return kept.length >= start.length * 0.4 ? kept : start.replace(unfinished, '')
}

/**
 * Like `shorten`, but drops text in brackets first, from the end on, and then ends with a clause, if
 * that is not much shorter.
 */
export function abridge(text: string, most: number): string {
  let left = oneLine(text)
  if (left.length <= most) return left
  const asides = [...left.matchAll(/ \((?:[^()]|\(\)){10,}\)/g)].reverse()
  for (const { 0: aside, index } of asides) {
    left = `${left.slice(0, index)}${left.slice(index + aside.length)}`
    if (left.length < most) return `${left.replace(unfinished, '')}…`
  }
  const end = [...left.slice(0, most).matchAll(clauseEnd)].at(-1)?.index ?? 0
  const clauses = left.slice(0, end)
  if (end < most * 0.6 || isCondition(clauses)) return shorten(left, most)
  return `${clauses.replace(unfinished, '')}…`
}

const clauseEnd =
  /[.!?;,](?=\s)|\s(?=[–—(]|(?:because|since|so|which|where|when|unless|except|if|instead|rather|but)\s)/g

/** It says nothing yet. */
const isCondition = (text: string) =>
  /^(?:when|if|after|before|while|once|for)\s[^,;:]*$/i.test(text)

/** At most `most` characters, cut after a whole word. Line breaks stay. */
export function cutAtWord(text: string, most: number): string {
  if (text.length <= most) return text
  const start = text.slice(0, most - 1)
  const words = start.slice(0, Math.max(0, start.lastIndexOf(' '))) || start
  return `${words.replace(unfinished, '').toWellFormed()}…`
}

/** Keeps the end of a path, which says more than its start. */
export function shortenPath(path: string, most: number): string {
  const line = oneLine(path)
  if (line.length <= most) return line
  return `…${line.slice(1 - most).replace(/^[\udc00-\udfff]/, '')}`
}

const oneLine = (text: string) => withoutControls(text.toWellFormed()).replace(/\s+/g, ' ').trim()

/** The start of an external text on one line, for use in a message. */
export function oneLineExcerpt(text: string, mostCharacters = 300): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, mostCharacters)
}

/** `[app.ts](src/app.ts)` becomes `app.ts`. */
export const withoutLinks = (text: string) =>
  text.replace(/\[([^\][]{1,200})\]\([^)\s]{1,500}\)/g, '$1')

/** Removes colours and other control characters, but keeps line breaks and tabs. */
export function withoutControls(text: string): string {
  return text.replace(/[^\P{Cc}\n\t\r]\[[\d;?]*[@-~]/gu, '').replace(/[^\P{Cc}\n\t\r]/gu, '')
}

/** Begins a sentence with a capital letter. A name keeps its spelling: `snake_case`, `src/app.ts`, `gitOps`. */
export function withCapital(text: string): string {
  const first = /^[^\s,:;]+/.exec(text)?.[0] ?? ''
  const isName = /[`_/.\d@]|\p{Ll}\p{Lu}/u.test(first)
  return isName ? text : text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
}

const cut = '\n[…]\n'

/** The two ends of a long text: one has its purpose, the other the result. */
export function keepEnds(text: string, most: number): string {
  const whole = text.toWellFormed()
  if (whole.length <= most) return whole
  const half = Math.floor((most - cut.length) / 2)
  if (half < 1) return beginning(whole, Math.max(0, most))
  return beginning(whole, half) + cut + end(whole, half)
}

/** Whole words if that costs little: half a word may be another one. */
function beginning(text: string, most: number): string {
  const part = text.slice(0, most).replace(/[\ud800-\udbff]$/, '')
  const space = part.search(/\s\S*$/)
  return space > most * wordsFrom ? part.slice(0, space) : part
}

function end(text: string, most: number): string {
  const part = text.slice(-most).replace(/^[\udc00-\udfff]/, '')
  const space = part.search(/\s/)
  return space >= 0 && space < most * (1 - wordsFrom) ? part.slice(space + 1) : part
}

const wordsFrom = 0.9
