/**
 * `throughline learn`: the reader reads what it has not read yet, oldest first. Each session is stored
 * before the next is asked about, so an interrupted run goes on where it stopped.
 */
import type { Local } from '../../../compose/local.ts'
import { ThroughlineError } from '../../../contract/errors.ts'
import type { OutputOf } from '../../../contract/operations/index.ts'
import { switchedOffHere } from '../../../core/memory/scope.ts'
import type { WriteResult } from '../../../core/memory/write-memory.ts'
import type { Learned } from '../../../core/reader/jobs.ts'
import { type Command, option, optionsOf } from '../command.ts'
import type { AskableLocal, CliContext } from '../context.ts'
import { startProgress } from '../maintain/progress.ts'
import { count, dollars, memoryCount, printWrapped, readableDate } from '../present.ts'
import { askYesNo, catchInterruption } from '../user-input.ts'

interface LearnOptions {
  session?: string
  again?: true
  project?: string
  since?: string
  all?: true
  yes?: true
  json?: true
}

export const learnCommand: Command = {
  options: [
    option('--session <id>', 'Only this session: Throughline’s id or the agent’s'),
    option('--again', 'With --session: also read turns that were read before'),
    ...optionsOf('listUnread', 'since', 'project'),
    option('--all', 'Sessions of all projects (default: of the project in this folder)'),
    option('--yes', 'Read without asking'),
  ],
  examples: ['learn', 'learn --all --since 30d', 'learn --session 2b8c1e4a77 --again'],
  run: (context, options: LearnOptions) =>
    context.withFreshLocal((local) =>
      options.session === undefined
        ? learnUnread(context, local, options)
        : learnOne(context, local, options.session, options),
    ),
}

async function learnOne(
  context: CliContext,
  { ask }: AskableLocal,
  id: string,
  { again, json }: LearnOptions,
): Promise<void> {
  const result = await ask('extractSession', { id, again })
  if (json) return context.printJson(result)
  if (result.problem !== undefined) context.print(`No model read it: ${result.problem}`)
  printMemories(context, result.found)
  const { readBy = 'local rules' } = result
  context.print(
    result.found.length === 0
      ? 'Nothing new was learned. --again reads everything again.'
      : `${memoryCount(result.found.filter(isNew).length)} learned by ${readBy}.`,
  )
}

type Offer = OutputOf<'listUnread'>

async function learnUnread(
  context: CliContext,
  local: AskableLocal,
  options: LearnOptions,
): Promise<void> {
  const { all, since, json } = options
  if (options.again) {
    throw new ThroughlineError('invalid-input', '--again needs --session', {
      hint: 'throughline sessions lists their ids',
    })
  }
  const project = all ? undefined : (options.project ?? (await projectHere(local, context.cwd)))
  const offer = await local.ask('listUnread', { project, since })
  if (offer.sessions.length === 0)
    return json ? printRun(context, nothing) : printNone(context, all)
  if (offer.reader === 'off') return json ? printRun(context, nothing) : printByHand(context, offer)
  if (!json) printOffer(context, offer)
  if (!(options.yes || json)) {
    if (!context.isTerminal) return context.print('Nothing read yet: throughline learn --yes')
    if (!(await askYesNo(context, 'Read them now?'))) return
  }
  await readAll(context, local, offer, options)
}

/** After an import, which brings sessions that no model has read. */
export async function offerLearning(context: CliContext, local: AskableLocal): Promise<void> {
  const offer = await local.ask('listUnread', {})
  if (offer.sessions.length === 0) return
  if (offer.reader === 'off') {
    const sessions = count(offer.sessions.length, 'session')
    return printWrapped(context, `No model has read ${sessions}: throughline learn --all says how.`)
  }
  printOffer(context, offer)
  if (context.isTerminal && (await askYesNo(context, 'Read them now?'))) {
    return readAll(context, local, offer, {})
  }
  context.print('throughline learn --all reads them')
}

async function projectHere({ operations: handlers, lookUp }: Local, cwd: string): Promise<string> {
  const place = await lookUp(cwd)
  if (place.kind === 'disabled') throw switchedOffHere('nothing was read')
  const { projects } = await handlers.listProjects({})
  const project = projects.find(({ id }) => id === place.projectId)
  if (project) return project.id
  throw new ThroughlineError('not-found', 'no session was captured here yet', {
    hint: 'throughline learn --all reads the sessions of all projects',
  })
}

function printNone(context: CliContext, all: true | undefined): void {
  context.print(
    all
      ? 'No session is unread.'
      : 'No session is unread here. throughline learn --all looks everywhere.',
  )
}

/** `214 sessions, about 900k tokens, $1.20 with haiku; today's budget covers 170` */
function printOffer(context: CliContext, offer: Offer): void {
  const { sessions, tokens, reader, model, costUsd, affordable } = offer
  const price = costUsd === undefined ? '' : costUsd === 0 ? 'free' : inCents(costUsd)
  const cost = `${price} with ${model ?? reader}`.trim()
  const covers = affordable >= sessions.length ? 'all of them' : String(affordable)
  printWrapped(
    context,
    `${count(sessions.length, 'session')} ${sessions.length === 1 ? 'is' : 'are'} unread: about ${thousands(tokens)} tokens, ${cost}; today’s budget covers ${covers}.`,
  )
}

const inCents = (usd: number) => (usd < 0.01 ? 'under $0.01' : `$${usd.toFixed(2)}`)
const thousands = (tokens: number) => `${Math.max(1, Math.round(tokens / 1_000))}k`

/** Without a reader, the agent that the user works with can read. */
function printByHand(context: CliContext, { sessions, tokens }: Offer): void {
  const verb = sessions.length === 1 ? 'is' : 'are'
  printWrapped(
    context,
    `${count(sessions.length, 'session')} ${verb} unread (about ${thousands(tokens)} tokens), and no model is switched on to read.`,
  )
  context.print()
  context.print('Let the agent you work with read them, one by one:')
  context.print('  In your agent, run its MCP prompt “learn” (in Claude Code')
  context.print('  /mcp__throughline__learn, with the plugin /throughline:learn), or say')
  context.print('  “Learn from my unread sessions with session_learn”.')
  context.print()
  context.print('Or switch a reader on:')
  context.print('  throughline setup --learn agent    your own agent, without tools')
  context.print('  throughline setup --learn ollama   a model on this machine')
}

interface Run {
  readonly read: number
  readonly left: number
  readonly found: readonly WriteResult[]
  /** Sessions that the model would not read. */
  readonly failed: readonly { readonly session: string; readonly reason: string }[]
  /** Why it ended early. */
  readonly stopped?: string | undefined
}

const nothing: Run = { read: 0, left: 0, found: [], failed: [] }

const printRun = (context: CliContext, { found, ...run }: Run) =>
  context.printJson({
    ...run,
    found: found.map(({ outcome, memory: { id, kind, content, standing } }) => {
      return { outcome, id, kind, content, standing }
    }),
  })

async function readAll(
  context: CliContext,
  local: AskableLocal,
  { sessions, reader }: Offer,
  { json }: LearnOptions,
): Promise<void> {
  if (!(await local.learning.reader())) {
    throw new ThroughlineError('model-unavailable', `${reader} does not answer`, {
      hint: 'throughline doctor says why',
    })
  }
  const spentBefore = await spentToday(local)
  const interruption = catchInterruption()
  const progress = json ? undefined : await startProgress(context, 'Reading', sessions.length)
  const found: WriteResult[] = []
  const failed: { session: string; reason: string }[] = []
  let read = 0
  let stopped: string | undefined
  for (const { id, startedAt, project } of sessions) {
    const learned = await learn(local, id, interruption.signal)
    if (learned === 'interrupted') {
      stopped = 'interrupted'
      break
    }
    found.push(...learned.results)
    const { problem } = learned
    if (problem && problem.code !== 'model-rejected-input') {
      stopped = problem.reason
      break
    }
    if (problem) failed.push({ session: id, reason: problem.reason })
    read += 1
    const name = project === undefined ? '' : `, ${project}`
    progress?.advance(`${read} of ${sessions.length}: ${readableDate(startedAt)}${name}`)
  }
  interruption.close()
  const left = sessions.length - read
  if (stopped === 'interrupted') context.exitCode = interruption.exitCode()
  progress?.done(
    stopped === undefined
      ? 'All read'
      : `Stopped (${stopped}); throughline learn goes on from here`,
  )
  const run = { read, left, found, failed, stopped }
  if (json) return printRun(context, run)
  printLearned(context, run, (await spentToday(local)) - spentBefore)
}

async function learn(
  { learning }: AskableLocal,
  id: string,
  signal: AbortSignal,
): Promise<Learned | 'interrupted'> {
  try {
    return await learning.learn(id, signal)
  } catch (error) {
    if (signal.aborted) return 'interrupted'
    if (!(error instanceof ThroughlineError) || error.code !== 'model-unavailable') throw error
    const problem = { code: error.code, reason: error.message, hint: error.hint }
    return { requests: 0, results: [], readBy: undefined, problem }
  }
}

const spentToday = async ({ ask }: AskableLocal) =>
  (await ask('getCost', { by: 'purpose', days: 1 })).budget.today.costUsd

function printLearned(context: CliContext, { read, left, found, failed }: Run, cost: number): void {
  const isMemory = ({ memory }: WriteResult) => memory.standing === 'memory'
  const learned = found.filter((each) => isNew(each) && isMemory(each))
  const candidates = found.filter((each) => isNew(each) && !isMemory(each)).length
  context.print()
  printMemories(context, learned.slice(0, mostShown))
  if (learned.length > mostShown) {
    context.print(`and ${learned.length - mostShown} more: throughline learned --since 24h`)
  }
  for (const { session, reason } of failed) printWrapped(context, `Not read, ${session}: ${reason}`)
  const facts = [
    `${learned.length === 0 ? 'Nothing' : memoryCount(learned.length)} learned from ${count(read, 'session')}`,
    ...(candidates > 0 ? [count(candidates, 'candidate')] : []),
    ...(cost > 0 ? [dollars(cost)] : []),
    ...(left > 0 ? [`${left} left`] : []),
  ]
  printWrapped(context, `${facts.join(', ')}.`)
}

const mostShown = 20

const signs = { created: '+', superseded: '+', merged: '~', updated: '~', duplicate: '=' } as const

interface Found {
  readonly outcome: keyof typeof signs
  readonly memory: { readonly kind: string; readonly scope: string; readonly content: string }
}

const isNew = ({ outcome }: Pick<Found, 'outcome'>) => signs[outcome] === '+'

function printMemories(context: CliContext, found: readonly Found[]): void {
  context.printTable(
    found.map(({ outcome, memory: { kind, scope, content } }) => {
      return [signs[outcome], kind, scope, content]
    }),
  )
}
