/**
 * `throughline learn`: the reader reads what it has not read yet, oldest first. Each session is stored
 * before the next is asked about, so an interrupted run goes on where it stopped.
 */
import type { Local } from '../../../compose/local.ts'
import { ThroughlineError } from '../../../contract/errors.ts'
import type { OutputOf } from '../../../contract/operations/index.ts'
import { switchedOffHere } from '../../../core/memory/scope.ts'
import type { Learned } from '../../../core/reader/jobs.ts'
import { type Command, option, optionsOf } from '../command.ts'
import type { AskableLocal, CliContext } from '../context.ts'
import { learningSteps, printSteps } from '../get-started/next-steps.ts'
import { duration, startProgress } from '../maintain/progress.ts'
import { count, memoryCount, printWrapped } from '../present.ts'
import { askYesNo, catchInterruption } from '../user-input.ts'
import {
  type Found,
  foundInWords,
  isMemory,
  isNew,
  printInFull,
  printReading,
  type Run,
} from './print-learned.ts'

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
  const { readBy = 'local rules' } = result
  const found = result.found.filter(isNew)
  printInFull(context, found.filter(isMemory))
  context.print(
    found.length === 0
      ? 'Nothing new was learned. --again reads everything again.'
      : `${foundInWords(found)} learned by ${readBy}.`,
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
  if (!json) printOffer(context, offer, options)
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
  printOffer(context, offer, { all: true })
  if (context.isTerminal && (await askYesNo(context, 'Read them now?'))) {
    return readAll(context, local, offer, { all: true })
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

const commandFor = ({ all }: LearnOptions) => `throughline learn${all ? ' --all' : ''}`

/** `214 sessions, about 900k tokens, $1.20 with haiku; today's budget covers 170` */
function printOffer(context: CliContext, offer: Offer, options: LearnOptions): void {
  const { sessions, tokens, reader, model, costUsd, affordable } = offer
  const price = costUsd === undefined ? '' : costUsd === 0 ? 'free' : inCents(costUsd)
  const cost = `${price} with ${model ?? reader}`.trim()
  const covers = affordable >= sessions.length ? 'all of them' : String(affordable)
  printWrapped(
    context,
    `${count(sessions.length, 'session')} ${sessions.length === 1 ? 'is' : 'are'} unread: about ${thousands(tokens)} tokens, ${cost}; today’s budget covers ${covers}.`,
  )
  const again = `Ctrl-C stops; ${commandFor(options)} goes on from there.`
  printWrapped(context, `A session takes a few seconds. ${again}`)
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
  options: LearnOptions,
): Promise<void> {
  if (!(await local.learning.reader())) {
    throw new ThroughlineError('model-unavailable', `${reader} does not answer`, {
      hint: 'throughline doctor says why',
    })
  }
  const spentBefore = await spentToday(local)
  const interruption = catchInterruption()
  const progress = options.json
    ? undefined
    : await startProgress(context, 'Reading', sessions.length)
  const startedAt = Date.now()
  const found: Found[] = []
  const failed: { session: string; reason: string }[] = []
  let read = 0
  let stopped: string | undefined
  for (const { id, project } of sessions) {
    const learned = await learn(local, id, interruption.signal)
    if (learned === 'interrupted') {
      stopped = 'interrupted'
      break
    }
    found.push(...learned.results.map((result) => ({ ...result, project })))
    const { problem } = learned
    if (problem && problem.code !== 'model-rejected-input') {
      stopped = problem.reason
      break
    }
    if (problem) failed.push({ session: id, reason: problem.reason })
    read += 1
    const seconds = ((Date.now() - startedAt) / 1_000 / read) * (sessions.length - read)
    const memories = memoryCount(found.filter(isNew).filter(isMemory).length)
    const left = duration(Math.ceil(seconds))
    progress?.advance(`${read} of ${sessions.length} sessions, ${memories}, ${left} left`)
  }
  interruption.close()
  if (stopped === 'interrupted') context.exitCode = interruption.exitCode()
  progress?.done(stopped === undefined ? 'All read' : 'Stopped')
  const run = { read, left: sessions.length - read, found, failed, stopped }
  if (options.json) return printRun(context, run)
  const cost = (await spentToday(local)) - spentBefore
  printReading(context, run, cost, sessions)
  if (stopped !== undefined) {
    printWrapped(context, `Stopped (${stopped}); ${commandFor(options)} goes on from here.`)
  }
  const { review } = await local.ask('getOverview', {})
  context.print()
  printSteps(context, [
    ...learningSteps({ unread: 0, review }),
    ['context', 'See what the next session here gets'],
  ])
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
