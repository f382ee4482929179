import type { OutputOf } from '../../../contract/operations/index.ts'
import { nameAgent } from '../../../contract/vocabulary.ts'
import { type Command, optionsOf } from '../command.ts'
import type { CliContext } from '../context.ts'
import { count, excerpt, idCell } from '../present.ts'

export const contextCommand: Command = {
  options: [
    ...optionsOf(
      'getContext',
      'event',
      'source',
      'prompt',
      'command',
      'failure',
      'file',
      'project',
      'session',
      'host',
    ),
    ...optionsOf('getContext', 'agent', 'startTokens', 'promptTokens', 'explain'),
  ],
  examples: [
    'context',
    'context --prompt "why is the invoice export slow?" --explain',
    'context --command "npm install left-pad" --explain',
    'context --command "npm test" --failure "Error: connect ECONNREFUSED 127.0.0.1:6390" --explain',
    'context --file src/billing/close.ts --explain',
    'context --event session-start --source compact --session SESSION',
    'context stats',
  ],
  async run(context, options) {
    // What came near is said even when nothing fits.
    const explained = options.json ? {} : { explain: true }
    const given = { ...options, ...explained, folder: context.cwd }
    const plan = await context.readFresh(({ ask }) => ask('getContext', given))
    if (options.json) return context.printJson(plan)
    if (plan.silence) context.writeError(`${sayNothing(plan)}\n`)
    else context.print(plan.text)
    if (plan.heldBack) context.writeError(`${heldBackText}\n`)
    if (options.explain) explain(context, plan)
  },
  commands: {
    stats: {
      summary: 'Show how much context sessions got, and how much of it they used',
      options: optionsOf('getContextStats', 'project', 'days'),
      examples: ['context stats', 'context stats --project widgets --days 7'],
      async run(context, options) {
        await context.read(async ({ ask }) => {
          const stats = await ask('getContextStats', options)
          if (options.json) return context.printJson(stats)
          printStats(context, stats)
        })
      },
    },
  },
}

const why: Record<NonNullable<OutputOf<'getContext'>['silence']>, string> = {
  'switched-off': 'the settings switch it off',
  'disabled-here': 'Throughline is disabled here',
  'host-takes-nothing': 'this agent takes no context at that moment',
  'prompt-says-little': 'the prompt says too little to go by',
  'nothing-fits': 'no memory fits',
}

const heldBackText =
  'This session is held back for proof: its agent gets nothing of this but what a guard says.'

function sayNothing({ silence = 'nothing-fits', left: [nearest] = [] }: OutputOf<'getContext'>) {
  const near =
    silence === 'nothing-fits' && nearest
      ? ` Nearest: “${excerpt(nearest.text, 60)}” (${nearest.reason}).`
      : ''
  return `An agent would get nothing: ${why[silence]}.${near}`
}

function explain(context: CliContext, plan: OutputOf<'getContext'>): void {
  const { heldBack, lines, left = [], tokens, characters } = plan
  context.print()
  context.print(
    `${heldBack ? 'Held back for proof' : 'In'}: ${count(lines.length, 'line')}, about ${tokens} tokens, ${characters} characters`,
  )
  printReasons(context, lines)
  context.print(`Left out: ${left.length || 'nothing else came near'}`)
  printReasons(context, left)
}

function printReasons(
  context: CliContext,
  lines: readonly { readonly id: string; readonly text: string; readonly reason: string }[],
): void {
  const rows = lines.map(({ id, text }) => [idCell(id), excerpt(text, 60), ''])
  context.printTable(rows, '  ', (row) => context.print(`      ${lines[row]?.reason}`, 'quiet'))
}

function printStats(context: CliContext, stats: OutputOf<'getContextStats'>) {
  const { days, injections, sessions, tokens, shown, used, neverUsed } = stats
  if (injections === 0) {
    return context.print(`No session got a memory in the last ${count(days, 'day')}.`)
  }
  const share = shown === 0 ? '' : ` (${Math.round((used / shown) * 100)} %)`
  const rows = [
    ['given', `${count(injections, 'time')} to ${count(sessions, 'session')}`],
    ['tokens', `${tokens}, ${Math.round(tokens / sessions)} a session`],
    ['used', `${used} of ${shown} memories shown${share}`],
  ]
  context.printTable(rows)
  printMoments(context, stats)
  if (neverUsed.length === 0) return
  context.print()
  context.print('Never used:')
  const never = neverUsed.map(({ id, text, shown: times }) => [
    idCell(id),
    count(times, 'session'),
    excerpt(text, 70),
  ])
  context.printTable(never, '  ')
}

function printMoments(context: CliContext, { moments }: OutputOf<'getContextStats'>): void {
  if (moments.length === 0) return
  context.print()
  context.print('By week, agent and moment:')
  const rows = moments.map(({ week, host, moment, given, used }) => [
    week,
    nameAgent(host),
    moment.replace('-', ' '),
    count(given, 'line'),
    `${used} used`,
  ])
  context.printTable(rows, '  ')
}
