import type { OutputOf } from '../../api/call.ts'
import { InlineText, Markdown } from '../../markdown/markdown.tsx'

type Words = NonNullable<OutputOf<'traceMemory'>['sources'][number]['said']>

/** What was said, with the words that say it marked: a user's as written, an agent's as Markdown. */
export function Said({ said }: { said: Words }) {
  if (said.by === 'user') {
    return (
      <blockquote className="trace-quote is-plain">
        {said.before}
        <mark>{said.quote}</mark>
        {said.after}
      </blockquote>
    )
  }
  const around = aroundQuote(said)
  return (
    <blockquote className="trace-quote">
      {around.above && <Markdown text={around.above} />}
      <Quote {...around} />
      {around.below && <Markdown text={around.below} />}
    </blockquote>
  )
}

function Quote({ isOf, start, quote, end }: AroundQuote) {
  if (isOf === 'lines') {
    return (
      <div className="trace-marked">
        <Markdown text={quote} />
      </div>
    )
  }
  if (isOf === 'code') {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be keyboard-accessible
      <pre className="markdown-code" tabIndex={0}>
        <code>
          {start}
          <mark>{quote}</mark>
          {end}
        </code>
      </pre>
    )
  }
  return (
    <p className="markdown">
      <span className="markdown-paragraph">
        <InlineText text={start} />
        <mark>
          <InlineText text={quote} />
        </mark>
        <InlineText text={end} />
      </span>
    </p>
  )
}

interface AroundQuote {
  readonly above: string
  /** A part of one line, a part of a block of code, or whole lines of any Markdown. */
  readonly isOf: 'line' | 'code' | 'lines'
  /** Of the line, or the block of code, in which the quote is. */
  readonly start: string
  readonly quote: string
  readonly end: string
  readonly below: string
}

export function aroundQuote({ before, quote, after }: Omit<Words, 'by'>): AroundQuote {
  const from = before.lastIndexOf('\n') + 1
  const until = after.includes('\n') ? after.indexOf('\n') : after.length
  const [above, start] = [before.slice(0, from), before.slice(from)]
  const [end, below] = [after.slice(0, until), after.slice(until)]
  const hasFence = fences(quote).length > 0
  if (isOpen(above) && !hasFence) {
    const opening = fences(above).at(-1)
    const closing = fences(below)[0]
    return {
      above: above.slice(0, opening?.start).trim(),
      isOf: 'code',
      start: above.slice(opening?.end) + start,
      quote,
      end: (end + below.slice(0, closing?.start)).trimEnd(),
      below: closing ? below.slice(closing.end).trim() : '',
    }
  }
  if (hasFence || quote.includes('\n')) {
    const opening = isOpen(above) ? fences(above).at(-1)?.start : undefined
    const isCut = isOpen(above + start + quote)
    const closing = isCut ? (fences(below)[0]?.end ?? below.length) : 0
    return {
      above: above.slice(0, opening).trim(),
      isOf: 'lines',
      start: '',
      quote: above.slice(opening ?? above.length) + start + quote + end + below.slice(0, closing),
      end: '',
      below: below.slice(closing).trim(),
    }
  }
  return {
    above: above.trim(),
    isOf: 'line',
    start: withoutLead(start),
    quote: start === '' ? withoutLead(quote) : quote,
    end,
    below: below.trim(),
  }
}

/** Of a text that begins outside of code. */
const isOpen = (text: string) => fences(text).length % 2 === 1

/** The lines that begin or end a block of code, with their line break. */
function fences(text: string): { readonly start: number; readonly end: number }[] {
  return [...text.matchAll(/^ {0,3}(?:`{3}|~{3}).*\n?/gm)].map(({ 0: line, index }) => ({
    start: index,
    end: index + line.length,
  }))
}

/** A line of a list keeps a bullet; a heading is the line itself. */
function withoutLead(line: string): string {
  return line.replace(/^( *)[-*+] +/, '$1• ').replace(/^ {0,3}(?:#{1,6}|>) +/, '')
}
