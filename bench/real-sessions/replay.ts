/** Replays the sessions of a source through the product, as hooks and daemon would. */
import { findHostProtocol, type Local, openLocal } from '../../src/compose/local.ts'
import { createToolPresence } from '../../src/compose/tool-presence.ts'
import { toToolCall } from '../../src/core/activity/to-action.ts'
import { settlingBy } from '../../src/core/asks/choose-ask.ts'
import type { JobLanes } from '../../src/core/jobs/runner.ts'
import type { HostEvent } from '../../src/core/model/host-event.ts'
import type { JsonObject } from '../../src/core/model/json.ts'
import { countTokens } from '../../src/core/text/count-tokens.ts'
import { createRecordedReader, type RecordedReply } from '../learning/recorded-reader.ts'
import { type ReplayClock, replaceClock } from './clock.ts'
import { type LabelledSession, type Source, startOf } from './data.ts'
import { appendLine, makeHome, type ReplayHome } from './home.ts'
import { readGivenLines, readMemories, readStart } from './read-results.ts'
import { type RecordedEvent, sessionEvents } from './recorded-events.ts'
import type { AskMade, Considered, Given, Replay, Start } from './results.ts'
import { type StoredGrades, storeLabels } from './store-labels.ts'
import { watchAsks } from './watch-asks.ts'

const host = findHostProtocol('claude-code')

interface Stage {
  readonly local: Local
  readonly home: ReplayHome
  readonly clock: ReplayClock
  readonly lanes: JobLanes
  readonly signal: AbortSignal
  readonly changes: WorkTree
  readonly explainAt: ReadonlySet<string>
  /** Jobs that ran since it was last set to 0. */
  worked: number
}

export interface ReplayOptions {
  /**
   * After each session an agent stores what its labels say must be kept, or all they say may be. In
   * life most memories come from agents and people, and without a model the replay has only what
   * local rules learn.
   */
  readonly storesLabels?: StoredGrades | undefined
  /** What a model answered that read the sessions; without it only local rules read. */
  readonly replies?: readonly RecordedReply[] | undefined
  /** A folder to write the requests to that the model gets. */
  readonly requests?: string | undefined
  /** The moments, by `momentName`, for which to list what the product considered. */
  readonly explainAt?: ReadonlySet<string>
}

/** @param turn 0 for the start of the session */
export const momentName = (session: string, turn: number) => `${session} ${turn}`

/** What git would report, which the recordings lack: the files that sessions edited. */
interface WorkTree {
  /** Edited by this session. */
  uncommitted: string[]
  /** By the last one that edited any. */
  committed: string[]
}

/** @param folder for the home, which is removed afterwards */
export async function replaySource(
  source: Source,
  folder: string,
  options: ReplayOptions = {},
): Promise<Replay> {
  const [first] = source.sessions
  const home = await makeHome(source.name, folder)
  const clock = replaceClock(first ? startOf(first) : 0)
  const stopping = new AbortController()
  try {
    const { replies, requests } = options
    const nameOf = async (id: string) => (await local.store.history.sessionPlace(id))?.hostSessionId
    const model = replies && createRecordedReader(replies, nameOf, requests)
    const changes: WorkTree = { uncommitted: [], committed: [] }
    const local: Local = await openLocal({
      recentChanges: async () => changes,
      ...{ root: home.root, userHome: home.userHome, env: {} },
      ...(model && { reader: async () => model }),
    })
    try {
      const { explainAt = new Set() } = options
      const parts = { local, home, clock, changes, explainAt, signal: stopping.signal }
      const stage = openStage(parts)
      const tools = await createToolPresence(local, home.project)
      for (const client of host.mcpClients ?? []) tools.onClient(client)
      const replayed: ReplayedSession[] = []
      const stored = new Map<string, string>()
      const { storesLabels } = options
      const storeItems = storesLabels && storeLabels(local, home.project, stored, storesLabels)
      for (const session of source.sessions) {
        replayed.push(await replaySession(stage, session))
        await storeItems?.(session)
      }
      clock.advance(dayMs)
      await catchUp(stage)
      return {
        source,
        memories: await readMemories(local.store, source),
        starts: replayed.map(({ start }) => start),
        asks: replayed.flatMap(({ asks }) => asks),
        given: replayed.flatMap(({ given }) => given),
        stored,
        considered: replayed.flatMap(({ considered }) => considered),
      }
    } finally {
      stopping.abort()
      local.close()
    }
  } finally {
    clock.restore()
    home.remove()
  }
}

const secondMs = 1_000
const dayMs = 86_400_000
/** Between prompts whose time is unknown. */
const betweenTurnsMs = 300_000
/** Between prompts that came at once, so that none counts as the other's repetition. */
const leastBetweenTurnsMs = 30_000

function openStage(parts: Omit<Stage, 'lanes' | 'worked'>): Stage {
  const lanes = parts.local.jobs.openLanes(parts.signal, (jobs) => {
    stage.worked += jobs
  })
  const stage: Stage = { ...parts, lanes, worked: 0 }
  return stage
}

interface ReplayedSession {
  readonly start: Start
  readonly asks: readonly AskMade[]
  readonly given: readonly Given[]
  readonly considered: readonly Considered[]
}

async function replaySession(stage: Stage, session: LabelledSession): Promise<ReplayedSession> {
  const { local, home, clock, changes } = stage
  const hostSession = { host: host.name, hostSessionId: session.id }
  const asks = watchAsks(local.store, session, hostSession)
  const transcript = home.transcriptOf(session.id)
  const events = sessionEvents(session, home.project, transcript)
  const given: Given[] = []
  const considered: Considered[] = []
  let injections = 0
  const send = async (event: RecordedEvent, turn: number) => {
    const text = await report(stage, transcript, event)
    noteEdits(event, stage)
    if (text === '') return
    const { action, hook: { name = '' } = {} } = event
    const read = await readGivenLines(text, local.store, hostSession, injections)
    injections = read.injections
    const { lines } = read
    const answer = { hook: name, action, text, tokens: countTokens(text), lines }
    given.push({ session: session.id, turn, ...answer })
  }
  const explain = async (turn: number) => {
    if (!stage.explainAt.has(momentName(session.id, turn))) return
    considered.push(await readConsidered(session, turn, stage))
  }
  clock.moveTo(startOf(session))
  home.checkOut(session.branch ?? 'main')
  await local.jobs.queueHousekeeping()
  await catchUp(stage)
  await explain(0)
  await send(events.start('startup'), 0)
  const start = await readStart(local.store, hostSession)
  for (const [index, { at, compacted_after }] of session.turns.entries()) {
    const turn = index + 1
    clock.advance(at ? leastBetweenTurnsMs : betweenTurnsMs)
    if (at) clock.moveTo(Date.parse(at))
    await explain(turn)
    await send(events.prompt(turn), turn)
    for (const event of [...events.work(turn), ...events.answer(turn)]) await send(event, turn)
    await catchUp(stage)
    if (compacted_after) {
      for (const event of events.compaction()) await send(event, turn)
      await catchUp(stage)
      await send(events.start('compact'), turn)
    }
    await asks.endTurn(turn)
  }
  await send(events.end(), session.turns.length)
  await catchUp(stage)
  if (changes.uncommitted.length > 0) changes.committed = changes.uncommitted
  changes.uncommitted = []
  return { start, asks: asks.made(), given, considered }
}

function noteEdits({ hook }: RecordedEvent, { changes, home }: Stage): void {
  if (hook?.name !== 'PostToolUse') return
  const event = parse(hook.name, hook.payload)
  if (event.detail.kind !== 'tool') return
  const { kind, files } = toToolCall(event.detail, home.project)
  if (kind !== 'edit') return
  changes.uncommitted = [...new Set([...changes.uncommitted, ...files])]
}

async function readConsidered(
  { id, turns }: LabelledSession,
  turn: number,
  { local, home }: Stage,
): Promise<Considered> {
  const isKnown = (await local.store.history.sessionId(id)) !== undefined
  const preview = await local.operations.getContext({
    ...(isKnown ? { session: id } : { folder: home.project }),
    ...(turn > 0 && { prompt: turns[turn - 1]?.prompt ?? '' }),
    source: 'startup',
    explain: true,
  })
  const memories = [
    ...preview.lines.map((line) => ({ ...line, isGiven: true })),
    ...(preview.left ?? []).map((line) => ({ ...line, isGiven: false })),
  ].map(({ id: memory, isGiven, reason }) => ({ id: memory, isGiven, reason }))
  return { session: id, turn, memories }
}

/** Spools the event and, where the hook would, waits for the answer. @returns what the agent reads */
async function report(
  { local, home, clock, signal }: Stage,
  transcript: string,
  { line, hook }: RecordedEvent,
): Promise<string> {
  if (line) appendLine(transcript, line)
  const spec = host.events.find((each) => each.name === hook?.name)
  const isBeforeTool = hook?.name === 'PreToolUse'
  if (!hook || (isBeforeTool && !spec)) return ''
  clock.advance(secondMs)
  const { name, payload } = hook
  const envelope = { host: host.name, event: name, cwd: home.project }
  if (!isBeforeTool) {
    await local.spool.add(envelope, JSON.stringify(payload))
    home.dateLastEvent(new Date())
  }
  const event = parse(name, payload)
  const isSettled = spec?.answersIfSettled === true && settlingBy(event) !== undefined
  // By then the daemon has taken in what the agent did before.
  if (isSettled) await local.drain(signal)
  const isFailed = spec?.answersIfFailed === true && hasFailed(event)
  const mayKnowFile = spec?.answersAtFile === true
  if (!spec?.answers && !isSettled && !isFailed && !mayKnowFile && !isBeforeTool) return ''
  const asked = { folder: home.project, projectName: undefined, caller: {} }
  const until = Date.now() + hourMs
  return contextIn(await local.context.answer(host, event, { ...asked, until }))
}

const hasFailed = ({ detail }: HostEvent) => detail.kind === 'tool' && detail.outcome === 'failed'

/** A busy machine must not change what is measured. */
const hourMs = 3_600_000

function contextIn(answer: string): string {
  return answer === '' ? '' : (JSON.parse(answer).hookSpecificOutput.additionalContext ?? '')
}

function parse(name: string, payload: JsonObject): HostEvent {
  const event = host.parse(name, payload)
  if (!event) throw new Error(`${name} cannot be parsed`)
  return event
}

/** Drains the spool and runs every job that is due, as the daemon does meanwhile. */
async function catchUp(stage: Stage): Promise<void> {
  const { local, lanes, signal } = stage
  await local.drain(signal)
  await local.catchUpIndex(signal)
  do {
    stage.worked = 0
    lanes.nudge()
    await lanes.settle()
  } while (stage.worked > 0)
}
