/** Replays the sessions of a source through the product, as hooks and daemon would. */
import { findHostProtocol, type Local, openLocal } from '../../src/compose/local.ts'
import { createToolPresence } from '../../src/compose/tool-presence.ts'
import { settlingBy } from '../../src/core/asks/settled-moment.ts'
import type { JobLanes } from '../../src/core/jobs/lanes.ts'
import type { HostEvent } from '../../src/core/model/host-event.ts'
import type { JsonObject } from '../../src/core/model/json.ts'
import { type ReplayClock, replaceClock } from './clock.ts'
import { type LabelledSession, type Source, startOf } from './data.ts'
import { appendLine, makeHome, type ReplayHome } from './home.ts'
import type { AskMade, Replay, Start } from './measures.ts'
import { readMemories, readStart } from './read-results.ts'
import { type RecordedEvent, sessionEvents } from './recorded-events.ts'
import { watchAsks } from './watch-asks.ts'

const host = findHostProtocol('claude-code')

interface Stage {
  readonly local: Local
  readonly home: ReplayHome
  readonly clock: ReplayClock
  readonly lanes: JobLanes
  readonly signal: AbortSignal
  /** Jobs that ran since it was last set to 0. */
  worked: number
}

/** @param folder for the home, which is removed afterwards */
export async function replaySource(source: Source, folder: string): Promise<Replay> {
  const [first] = source.sessions
  const home = await makeHome(source.name, folder)
  const clock = replaceClock(first ? startOf(first) : 0)
  const stopping = new AbortController()
  try {
    const local = await openLocal({ root: home.root, userHome: home.userHome, env: {} })
    try {
      const stage = openStage(local, home, clock, stopping.signal)
      const tools = await createToolPresence(local, home.project)
      for (const client of host.mcpClients ?? []) tools.onClient(client)
      const starts: Start[] = []
      const asks: AskMade[] = []
      for (const session of source.sessions) {
        const replayed = await replaySession(stage, session)
        starts.push(replayed.start)
        asks.push(...replayed.asks)
      }
      clock.advance(dayMs)
      await catchUp(stage)
      return { source, memories: await readMemories(local.store, source), starts, asks }
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

function openStage(local: Local, home: ReplayHome, clock: ReplayClock, signal: AbortSignal): Stage {
  const lanes = local.jobs.openLanes(signal, (jobs) => {
    stage.worked += jobs
  })
  const stage: Stage = { local, home, clock, lanes, signal, worked: 0 }
  return stage
}

interface ReplayedSession {
  readonly start: Start
  readonly asks: readonly AskMade[]
}

async function replaySession(stage: Stage, session: LabelledSession): Promise<ReplayedSession> {
  const { local, home, clock } = stage
  const hostSession = { host: host.name, hostSessionId: session.id }
  const asks = watchAsks(local.store, session, hostSession)
  const transcript = home.transcriptOf(session.id)
  const events = sessionEvents(session, home.project, transcript)
  const send = (event: RecordedEvent) => report(stage, transcript, event)
  clock.moveTo(startOf(session))
  home.checkOut(session.branch ?? 'main')
  await local.jobs.queueHousekeeping()
  await catchUp(stage)
  await send(events.start('startup'))
  const start = await readStart(local.store, hostSession)
  for (const [index, { at, compacted_after }] of session.turns.entries()) {
    const turn = index + 1
    clock.advance(at ? leastBetweenTurnsMs : betweenTurnsMs)
    if (at) clock.moveTo(Date.parse(at))
    await send(events.prompt(turn))
    for (const event of [...events.work(turn), ...events.answer(turn)]) await send(event)
    await catchUp(stage)
    if (compacted_after) {
      for (const event of events.compaction()) await send(event)
      await catchUp(stage)
      await send(events.start('compact'))
    }
    await asks.endTurn(turn)
  }
  await send(events.end())
  await catchUp(stage)
  return { start, asks: asks.made() }
}

/** Spools the event and, where the hook would, waits for the answer. */
async function report(
  { local, home, clock, signal }: Stage,
  transcript: string,
  { line, hook }: RecordedEvent,
): Promise<void> {
  if (line) appendLine(transcript, line)
  if (!hook) return
  clock.advance(secondMs)
  const { name, payload } = hook
  await local.spool.add(
    { host: host.name, event: name, cwd: home.project },
    JSON.stringify(payload),
  )
  const event = parse(name, payload)
  const spec = host.events.find((each) => each.name === name)
  const isSettled = spec?.answersIfSettled === true && settlingBy(event) !== undefined
  // By then the daemon has taken in what the agent did before.
  if (isSettled) await local.drain(signal)
  if (!spec?.answers && !isSettled) return
  const asked = { folder: home.project, projectName: undefined, until: undefined }
  await local.context.answer(host, event, asked)
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
