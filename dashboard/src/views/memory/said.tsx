import type { OutputOf } from '../../api/call.ts'
import { InlineText, Markdown } from '../../markdown/markdown.tsx'

type Words = NonNullable<OutputOf<'traceMemory'>['sources'][number]['said']>

/** What was said, with the words that say it marked: a user's as written, an agent's as Markdown. */
export function Said({ said }: { said: Words }) {
  const lines = said.by === 'agent' ? aroundQuote(said) : undefined
  if (!lines) {
    return (
      <blockquote className="trace-quote is-plain">
        {said.before}
        <mark>{said.quote}</mark>
        {said.after}
      </blockquote>
    )
  }
  const { above, start, quote, end, below } = lines
  return (
    <blockquote className="trace-quote">
      {above && <Markdown text={above} />}
      <p className="markdown">
        <span className="markdown-paragraph">
          <InlineText text={start} />
          <mark>
            <InlineText text={quote} />
          </mark>
          <InlineText text={end} />
        </span>
      </p>
      {below && <Markdown text={below} />}
    </blockquote>
  )
}

interface AroundQuote {
  readonly above: string
  /** Of the line in which the quote begins, or ends. */
  readonly start: string
  readonly quote: string
  readonly end: string
  readonly below: string
}

/** @returns undefined where the quote is in a block of code, which is no Markdown */
export function aroundQuote({ before, quote, after }: Omit<Words, 'by'>): AroundQuote | undefined {
  const from = before.lastIndexOf('\n') + 1
  const until = after.includes('\n') ? after.indexOf('\n') : after.length
  const above = before.slice(0, from).trimEnd()
  const isInCode = (above.match(fences)?.length ?? 0) % 2 === 1
  if (isInCode || quote.match(fences)) return undefined
  const start = before.slice(from)
  return {
    above,
    start: withoutLead(start),
    quote: (start === '' ? withoutLead(quote) : quote).replace(/\n[^\n]+/g, withoutLead),
    end: after.slice(0, until),
    below: after.slice(until).trim(),
  }
}

const fences = /^ {0,3}(?:`{3}|~{3})/gm

/** A line of a list keeps a bullet; a heading is the line itself. */
function withoutLead(line: string): string {
  return line.replace(/^(\n? *)[-*+] +/, '$1• ').replace(/^(\n?) {0,3}(?:#{1,6}|>) +/, '$1')
}
