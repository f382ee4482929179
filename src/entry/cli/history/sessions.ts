import type { OutputOf } from '../../../contract/operations/index.ts'
import { nameAgent } from '../../../contract/vocabulary.ts'
import { renderDigest } from '../../../core/digest/render-digest.ts'
import { withCapital } from '../../../core/text/shorten.ts'
import { visibleText } from '../../../core/text/visible-text.ts'
import { argument, type Command, optionsOf } from '../command.ts'
import type { CliContext } from '../context.ts'
import {
  ago,
  count,
  dollars,
  excerpt,
  idCell,
  memoriesInWords,
  pageLine,
  printTexts,
  printWrapped,
  readableTime,
} from '../present.ts'

export const sessionsCommand: Command = {
  arguments: [argument('[id]', 'Session to show: Throughline’s id or the agent’s', 'session')],
  options: optionsOf('listSessions', 'project', 'host', 'status', 'leaving', 'limit', 'offset'),
  examples: ['sessions', 'sessions --project widgets --limit 5', 'sessions 2b8c1e4a77 --json'],
  run: (context, options, id) =>
    context.readFresh(async ({ ask, requireHost }) => {
      if (id !== undefined) {
        const session = await ask('getSession', { id })
        return options.json ? context.printJson(session) : printSession(context, session)
      }
      if (typeof options.host === 'string') await requireHost(options.host)
      const list = await ask('listSessions', options)
      if (options.json) return context.printJson(list)
      printList(context, list, Number(options.offset ?? 0))
    }),
}

function printList(context: CliContext, list: OutputOf<'listSessions'>, offset: number) {
  const { sessions, total, hosts } = list
  if (total === 0) {
    return context.print(
      hosts.length === 0
        ? 'No session captured yet. `throughline setup` connects your agent.'
        : 'No session matches. `throughline sessions` lists all.',
    )
  }
  const now = new Date()
  const items = sessions.map((session) => ({
    facts: [
      idCell(session.id),
      session.project?.name ?? '-',
      nameAgent(session.host),
      stateOf(session),
      ago(session.lastEventAt, now),
      count(session.turns, 'turn'),
    ],
    text: `${session.trust ? '(repository) ' : ''}${session.title}`,
  }))
  printTexts(context, items)
  const page = pageLine(offset, sessions.length, total, (number) => count(number, 'session'))
  if (page !== undefined) context.print(page)
}

const stateOf = ({
  status,
  leavingSince,
  heldBack,
}: OutputOf<'listSessions'>['sessions'][number]) =>
  leavingSince !== undefined ? 'leaving' : heldBack ? `${status}, held back` : status

/** Without the steps, which are printed turn by turn. */
function doneLines(digest: Turn['digest']): string[] {
  const text = digest ? renderDigest({ ...digest, steps: [] }) : ''
  return text.split('\n').filter(Boolean)
}

/** `Read 3, Bash 2 (1 failed), Bash of Explore` */
function usedTools(tools: Turn['toolEvents']): string {
  const uses = Map.groupBy(tools, ({ toolName, agentName }) =>
    visibleText(agentName ? `${toolName} of ${agentName}` : toolName),
  )
  return [...uses]
    .map(([name, each]) => {
      const failed = each.filter(({ outcome }) => outcome === 'failed').length
      const times = each.length > 1 ? ` ${each.length}` : ''
      return `${name}${times}${failed > 0 ? ` (${failed} failed)` : ''}`
    })
    .join(', ')
}

type Turn = OutputOf<'getSession'>['timeline'][number]

export function printSession(context: CliContext, session: OutputOf<'getSession'>): void {
  const ended = session.endedAt
    ? `${readableTime(session.endedAt)} (${session.endReason?.replaceAll('_', ' ')})`
    : 'still active'
  const facts = [
    ['title', session.title],
    ['session', idCell(session.id)],
    ['host', `${nameAgent(session.host)}, ${session.hostSessionId}`],
    ...(session.trust ? [['said by', 'a file of the repository']] : []),
    ['project', session.project?.name ?? '-'],
    ['branch', session.branch ?? '-'],
    ['folder', session.cwd ?? '-'],
    ...(session.sharedSession ? [['shared as', session.sharedSession]] : []),
    ...(session.agent ? [['agent', session.agent]] : []),
    ['started', readableTime(session.startedAt)],
    ['ended', ended],
    ...heldBackRows(session.heldBack),
    ...leavingRows(session.leavingSince),
    ...learnedRows(session),
  ]
  context.printTable(facts)
  printContext(context, session.context)
  if (session.summary.length > 0) context.print()
  for (const { part, text } of session.summary) {
    printWrapped(context, visibleText(`${withCapital(part)}: ${text}`), '  ')
  }
  for (const turn of session.timeline) {
    context.print()
    context.print(`${turn.number}. ${excerpt(turn.prompt ?? '(prompt not captured)', 100)}`)
    if (turn.answer) context.print(`   > ${excerpt(turn.answer, 100)}`)
    if (turn.toolEvents.length > 0) context.print(`   Used: ${usedTools(turn.toolEvents)}`)
    for (const line of doneLines(turn.digest)) context.print(`   ${visibleText(line)}`)
  }
}

function heldBackRows(isHeldBack: boolean | undefined): string[][] {
  if (isHeldBack === undefined) return []
  return [
    ['memory', isHeldBack ? 'held back for proof' : 'held back for proof, until you released it'],
  ]
}

/** Retention deletes it 30 days later, or later still if Throughline does not run every day. */
function leavingRows(since: string | undefined): string[][] {
  if (since === undefined) return []
  return [['leaving', `marked for deletion ${readableTime(since)}; throughline restore --session`]]
}

function printContext(context: CliContext, given: OutputOf<'getSession'>['context']): void {
  for (const { at, event, source, tokens, lines } of given) {
    context.print()
    const why = source === undefined || source === 'startup' ? '' : ` (${source})`
    const when = `${event.replace('-', ' ')}${why}, ${readableTime(at)}`
    context.print(`Context at ${when}, ${count(tokens, 'token')}:`)
    const rows = lines.map(({ id, section, use, text }) => [
      id ? idCell(id) : '(forgotten)',
      section,
      { text: use === undefined ? '' : 'used', style: 'good' as const },
      excerpt(text, 60),
    ])
    context.printTable(rows, '  ')
  }
}

function learnedRows({ memories, extraction }: OutputOf<'getSession'>): string[][] {
  const { calls, costUsd, readBy } = extraction
  const learned = memories.filter(({ validTo }) => validTo === undefined)
  if (learned.length === 0 && calls === 0) return []
  const candidates = learned.filter(({ standing }) => standing === 'candidate').length
  const what = memoriesInWords(learned.length - candidates, candidates)
  const cost =
    calls === 0 ? 'no model called' : `${count(calls, 'model call')}, ${dollars(costUsd)}`
  const reader = readBy === undefined ? '' : `, read by ${readBy}`
  return [['learned', `${what}, ${cost}${reader}`]]
}
