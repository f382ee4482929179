/** Hits of recall: a heading each, then what was asked, what came of it, and what holds now. */
import type { OutputOf } from '../../../contract/operations/index.ts'
import type { CliContext } from '../context.ts'
import { ago, excerpt, table, wrap } from '../present.ts'

export type Hit = OutputOf<'recall'>['hits'][number]

interface Look {
  /** Before each heading, if the hits can be opened by number. */
  readonly isNumbered: boolean
  /** Hits of several projects. */
  readonly showsProject: boolean
}

const mostCharacters = 240
/** Of each part, where lines are wrapped. */
const mostLines = 2

export function printHits(context: CliContext, hits: readonly Hit[], look: Look): void {
  const headings = table(hits.map((hit, index) => headingOf(hit, index, look)))
  const indent = look.isNumbered ? '    ' : '  '
  const width = context.columns === undefined ? undefined : context.columns - indent.length
  hits.forEach((hit, index) => {
    context.print(headings[index])
    for (const part of partsOf(hit)) {
      for (const line of linesOf(part, width)) context.print(indent + line)
    }
  })
}

function headingOf(hit: Hit, index: number, { isNumbered, showsProject }: Look): string[] {
  const what = hit.kind ?? hit.type
  return [
    ...(isNumbered ? [String(index + 1).padStart(2)] : []),
    [
      what,
      ...(hit.author === undefined ? [] : [`by ${hit.author}`]),
      ...(hit.standing === 'candidate' ? ['candidate'] : []),
    ].join(', '),
    hit.at === '' ? '-' : ago(hit.at, new Date()),
    hit.id,
    ...(showsProject ? [hit.project ?? hit.scope ?? ''] : []),
  ]
}

function partsOf({ text, answer, toolCall, outdated, explanation = [] }: Hit): string[] {
  return [
    ...(text === '' ? [] : [text]),
    ...(toolCall === undefined ? [] : [`in a tool call: ${toolCall}`]),
    ...(answer === undefined ? [] : [`→ ${answer}`]),
    ...(outdated ? [`${outdated.how} by ${outdated.by}: ${outdated.text}`] : []),
    ...explanation.map((reason) => `  ${reason}`),
  ]
}

function linesOf(part: string, width: number | undefined): string[] {
  const margin = part.slice(0, part.length - part.trimStart().length)
  if (width === undefined) return [margin + excerpt(part, mostCharacters)]
  // Wrapping leaves the end of some lines empty.
  const lines = wrap(excerpt(part, mostCharacters), width - margin.length - 1)
  const rest = lines.slice(mostLines - 1).join(' ')
  return [...lines.slice(0, mostLines - 1), ...(rest === '' ? [] : [excerpt(rest, width - 2)])].map(
    (line) => margin + line,
  )
}
