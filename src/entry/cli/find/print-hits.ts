/** Prints the hits of recall: a heading each, then the request, its outcome, and what is true now. */
import type { OutputOf } from '../../../contract/operations/index.ts'
import { quoteName } from '../../../core/text/safe-text.ts'
import type { CliContext } from '../context.ts'
import { wrapBriefly } from '../present/fit-text.ts'
import type { TableRow } from '../present/table.ts'
import { ago, brief, excerpt, idCell } from '../present.ts'

export type Hit = OutputOf<'recall'>['hits'][number]

interface Look {
  /** Printed before each heading if hits can be opened by number. */
  readonly isNumbered: boolean
  /** Hits of several projects. */
  readonly showsProject: boolean
}

const mostCharacters = 240
/** Lines per part, if lines are wrapped. */
const mostLines = 2
/** A memory is shown as recall gives it: whole, unless it is very long. */
const mostLinesOfMemory = 20

export function printHits(context: CliContext, hits: readonly Hit[], look: Look): void {
  const indent = look.isNumbered ? '    ' : '  '
  const width = context.columns === undefined ? undefined : context.columns - indent.length
  const headings = hits.map((hit, index) => headingOf(hit, index, look))
  context.printTable(headings, '', (index) => {
    for (const part of hits[index] ? partsOf(hits[index]) : []) {
      const isMemory = hits[index]?.type === 'memory' && part === hits[index].text
      for (const line of linesOf(part, width, isMemory)) context.print(indent + line)
    }
  })
}

function headingOf(hit: Hit, index: number, { isNumbered, showsProject }: Look): TableRow {
  const what =
    hit.commit === undefined ? (hit.kind ?? hit.type) : `commit ${hit.commit.slice(0, 7)}`
  return [
    ...(isNumbered ? [String(index + 1).padStart(2)] : []),
    [
      what,
      ...(hit.author === undefined ? [] : [`by ${hit.author}`]),
      ...(hit.trust === undefined || hit.trust === 'teammate' ? [] : [hit.trust]),
      ...(hit.standing === 'candidate' ? ['candidate'] : []),
      ...(hit.stagedOn === undefined ? [] : [`on branch ${quoteName(hit.stagedOn)}`]),
    ].join(', '),
    hit.at === '' ? '-' : ago(hit.at, new Date()),
    idCell(hit.id),
    ...(showsProject ? [hit.project ?? hit.scope ?? ''] : []),
  ]
}

function partsOf(hit: Hit): string[] {
  const {
    text,
    answer,
    toolCall,
    failing,
    outdated,
    amends = [],
    amendedBy,
    explanation = [],
  } = hit
  return [
    ...(text === '' ? [] : [text]),
    ...(toolCall === undefined ? [] : [`in a tool call: ${toolCall}`]),
    ...(failing === undefined ? [] : [`perhaps outdated: ${failing}`]),
    ...(answer === undefined ? [] : [`→ ${answer}`]),
    ...(outdated ? [`${outdated.how} by ${brief(outdated.by)}: ${outdated.text}`] : []),
    ...(amends.length > 0 ? [`amends ${amends.map(brief).join(', ')}`] : []),
    ...(amendedBy === undefined ? [] : [`amended later by ${brief(amendedBy)}`]),
    ...explanation.map((reason) => `  ${reason}`),
  ]
}

function linesOf(part: string, width: number | undefined, isMemory: boolean): string[] {
  const margin = part.slice(0, part.length - part.trimStart().length)
  const text = isMemory ? part : excerpt(part, mostCharacters)
  if (width === undefined) return [margin + text]
  return wrapBriefly(text, width - margin.length, isMemory ? mostLinesOfMemory : mostLines).map(
    (line) => margin + line,
  )
}
