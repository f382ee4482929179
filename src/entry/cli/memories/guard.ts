/** `throughline guard`: proposes the guard of a memory, tests it on history, and sets it by hand. */
import { ThroughlineError } from '../../../contract/errors.ts'
import {
  describeGuardHosts,
  describePattern,
  describePatterns,
} from '../../../contract/guard-text.ts'
import type { OutputOf } from '../../../contract/operations/index.ts'
import { type GuardLevel, nameAgent } from '../../../contract/vocabulary.ts'
import { argument, type Command, type Options, option, optionsOf } from '../command.ts'
import type { Ask, CliContext } from '../context.ts'
import { ago, brief, count, excerpt, idCell, printKeys, readableDate, toFact } from '../present.ts'

type Guard = OutputOf<'getGuard'>
type Listed = OutputOf<'listGuards'>
type Pattern = Guard['patterns'][number]

const repeats = { repeats: 'flag' } as const

export const guardCommand: Command = {
  arguments: [
    argument('[memory]', 'Id of the memory (default: list the guards you set)', 'memory'),
  ],
  options: [
    ...optionsOf('setGuard', 'level'),
    option('--command <words>', 'Fire on this command: a program and words that follow', repeats),
    option('--path <path>', 'Fire when this file or folder is changed', repeats),
    option('--tool <name>', 'Fire on the tool with this name', repeats),
    option('--except <words>', 'Let this command, or this path, pass', repeats),
    option('--wrong', 'The last time it fired was wrong: let that call pass'),
  ],
  examples: [
    'guard',
    'guard 3f9a20c41b',
    'guard 3f9a20c41b --level block',
    'guard 3f9a20c41b --level ask --command "npm install" --except "npm install -g"',
    'guard 3f9a20c41b --wrong',
    'guard 3f9a20c41b --level off',
  ],
  async run(context, options, id) {
    if (!id) return list(context, options)
    if (isChange(options)) return set(context, options, id)
    const nextKey = context.isTerminal && !context.agent?.() ? context.input?.nextKey : undefined
    if (nextKey && !options.json) {
      return context.withFreshLocal(({ ask }) => setByKey(context, ask, id, nextKey))
    }
    const guard = await context.readFresh(({ ask }) => ask('getGuard', { id }))
    if (options.json) return context.printJson(guard)
    printGuard(context, guard)
  },
}

const changing = ['level', 'command', 'path', 'tool', 'except', 'wrong']
const isChange = (options: Options) => changing.some((name) => options[name] !== undefined)

async function list(context: CliContext, options: Options): Promise<void> {
  if (isChange(options)) {
    throw new ThroughlineError('invalid-input', 'name the memory whose guard to change', {
      hint: 'throughline guard lists those you set, throughline list --kind rule your rules',
    })
  }
  const listed = await context.read(({ ask }) => ask('listGuards', {}))
  if (options.json) return context.printJson(listed)
  if (listed.guards.length === 0) return printNone(context, listed)
  const now = new Date()
  context.printTable(
    listed.guards.map(({ id, level, content, project }) => [
      level,
      idCell(id),
      content === '' ? '(its memory was removed)' : excerpt(content, 44),
      project ?? 'everywhere',
    ]),
    '',
    (row) => {
      const guard = listed.guards[row]
      if (guard) context.print(`       ${describeFiring(guard, now)}`, 'quiet')
    },
  )
  context.print()
  context.print(describeGuardHosts(listed.hosts))
}

function printNone(context: CliContext, { hosts }: Listed): void {
  context.print('You have set no guard: rules are noted to the agent and hold nothing back.')
  context.print('throughline list --kind rule    your rules')
  context.print('throughline guard ID            tests one on your history, and sets it')
  context.print()
  context.print(describeGuardHosts(hosts))
}

function describeFiring({ patterns, fired, last, state }: Listed['guards'][number], now: Date) {
  const parts = [
    describePatterns(patterns),
    fired === 0 ? 'not fired yet' : `fired ${count(fired, 'time')}, last ${ago(last?.at, now)}`,
    ...(state === 'kept' ? [] : [`its memory was ${state} since`]),
  ]
  return parts.join(' · ')
}

async function set(context: CliContext, options: Options, id: string): Promise<void> {
  refuseWithoutTerminal(context)
  const guard = await context.withFreshLocal(async ({ ask }) => {
    const before = options.wrong || options.except ? await ask('getGuard', { id }) : undefined
    return ask('setGuard', { id, ...changeOf(options, before) })
  })
  if (options.json) return context.printJson(guard)
  printGuard(context, guard)
}

/** A script may be an agent's. */
function refuseWithoutTerminal({ input }: CliContext): void {
  if (input?.isTerminal) return
  throw new ThroughlineError('not-allowed', 'a guard is set by hand, and this is no terminal', {
    hint: 'run it in your own terminal, or use the dashboard',
  })
}

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

function changeOf(options: Options, before: Guard | undefined) {
  const patterns: Pattern[] = [
    ...texts(options.command).map((command) => ({ command })),
    ...texts(options.path).map((path) => ({ path })),
    ...texts(options.tool).map((tool) => ({ tool })),
  ]
  const excepted = [
    ...texts(options.except).map(exceptionFrom),
    ...(options.wrong && before ? [lastCall(before)] : []),
  ]
  return {
    ...(options.level !== undefined && { level: options.level }),
    ...(patterns.length > 0 && { patterns }),
    ...(excepted.length > 0 && { exceptions: [...(before?.exceptions ?? []), ...excepted] }),
  }
}

/** One word with a slash or a dot is a path. */
const exceptionFrom = (given: string): Pattern =>
  /^\S*[/.]\S*$/.test(given.trim()) ? { path: given } : { command: given }

function lastCall({ last }: Guard): Pattern {
  if (last?.call) return last.call
  throw new ThroughlineError('not-found', 'this guard has not fired, or on a call not recorded', {
    hint: 'say what to let pass: --except "npm publish"',
  })
}

const levels: Readonly<Record<string, GuardLevel>> = { n: 'note', a: 'ask', b: 'block', o: 'off' }

/** Shows the guard again after each key, with its history under the change. */
async function setByKey(
  context: CliContext,
  ask: Ask,
  id: string,
  nextKey: () => Promise<string | undefined>,
): Promise<void> {
  let guard = await ask('getGuard', { id })
  for (;;) {
    printGuard(context, guard)
    const { level, obstacle, last, exceptions } = guard
    const mayEnforce = obstacle === undefined || level === 'ask' || level === 'block'
    const offered = [
      ...(level === 'note' ? [] : ['n note']),
      ...(mayEnforce && level !== 'ask' ? ['a ask'] : []),
      ...(mayEnforce && level !== 'block' ? ['b block'] : []),
      ...(level === 'off' ? [] : ['o off']),
      ...(last?.call && !isPassed(last.call, exceptions)
        ? [`w wrong: let ${describePatterns([last.call])} pass`]
        : []),
      'q quit',
    ]
    context.print()
    printKeys(context, offered)
    const key = (await nextKey())?.toLowerCase()
    if (key === undefined || key === 'q') return
    if (!offered.some((each) => each.startsWith(`${key} `))) {
      context.print('Press one of the keys above.')
      continue
    }
    const change =
      key === 'w' ? { exceptions: [...exceptions, lastCall(guard)] } : { level: levels[key] }
    guard = await ask('setGuard', { id, ...change })
    context.print()
  }
}

const isPassed = (call: Pattern, exceptions: readonly Pattern[]) =>
  exceptions.some((each) => describePattern(each) === describePattern(call))

const meanings: Readonly<Record<GuardLevel, string>> = {
  off: 'nothing happens',
  note: 'the agent is shown the rule when it does this',
  ask: 'the agent asks you before it does this',
  block: 'the call is refused',
}

function printGuard(context: CliContext, guard: Guard): void {
  const { id, content, level, patterns, exceptions, fired, last, state, obstacle, backtest } = guard
  context.print(content === '' ? 'The memory of this guard was removed.' : content)
  const facts = [
    toFact('guard', `${brief(id)}, ${guard.project ?? 'everywhere'}`),
    toFact('level', `${level}: ${meanings[level]}`),
    toFact(
      'fires on',
      patterns.length === 0
        ? 'nothing: its text names no command or path'
        : describePatterns(patterns),
    ),
    ...(exceptions.length > 0 ? [toFact('except', describePatterns(exceptions))] : []),
    toFact('history', describeBacktest(guard)),
    ...(fired > 0 ? [toFact('held back', describeLast(fired, last))] : []),
    ...(obstacle === undefined ? [] : [toFact('note only', obstacle)]),
    ...(guard.setAt && state !== 'kept'
      ? [toFact('memory', `${state} since; the guard is as you set it`)]
      : []),
    toFact('agents', describeGuardHosts(guard.hosts)),
  ]
  context.printTable(facts)
  if (backtest.turns.length === 0) return
  context.print()
  context.printTable(
    backtest.turns.map(({ at, session, number, call, outcome }) => [
      readableDate(at),
      `session ${brief(session)}, turn ${number}`,
      describePatterns([call]),
      outcomes[outcome],
    ]),
    '  ',
  )
}

const outcomes = {
  corrected: 'you corrected it',
  passed: 'you let it pass',
  last: 'nothing followed',
}

function describeBacktest({ patterns, backtest }: Guard): string {
  const { sessions, isAll, fired, corrected, passed } = backtest
  if (patterns.length === 0) return 'not tested'
  const where = `${isAll ? '' : 'the last '}${count(sessions, 'session')}`
  if (sessions === 0) return 'no session here to test it on'
  if (fired === 0) return `would not have fired in ${where}`
  return `would have fired in ${count(fired, 'turn')} of ${where}; ${count(corrected, 'time')} you corrected the agent afterwards, ${count(passed, 'time')} you let it pass`
}

function describeLast(fired: number, last: Guard['last']): string {
  const call = last?.call ? `, on ${describePatterns([last.call])}` : ''
  const when = last ? `; last ${ago(last.at, new Date())} in ${nameAgent(last.host)}${call}` : ''
  return `${count(fired, 'time')}${when}`
}
