/** The background process of one home: drains the spool, runs jobs, serves HTTP on loopback. */
import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type LocalOptions, openLocal, systemClock } from '../../compose/local.ts'
import {
  announce,
  claimHome,
  findLastPort,
  openHomeSignIns,
  watchHome,
} from '../../compose/presence.ts'
import { installMissingShim } from '../../compose/program/hook-shim.ts'
import { ThroughlineError } from '../../contract/errors.ts'
import type { DrainResult } from '../../core/capture/drain.ts'
import type { SpoolEnvelope } from '../../core/model/spool-file.ts'
import type { FolderWatch } from '../../core/ports/spool.ts'
import { ensureHome } from '../../home/ensure-home.ts'
import { commandForHome, type HomePaths } from '../../home/paths.ts'
import { version } from '../../home/version.ts'
import { createApp } from '../http/app.ts'
import { builtDashboard } from '../http/dashboard.ts'
import { createOneTimeCodes } from '../http/sign-in.ts'
import { createDeliveryLoop, createJobLoop, createWikiLoop } from './background-loops.ts'
import { createDrainLoop } from './drain-loop.ts'
import { listen } from './listen.ts'
import { createTeamLoop } from './team-loop.ts'
import { createAlarm, createWaker } from './waker.ts'

export interface Daemon {
  readonly port: number
  readonly token: string
  /** Resolves once it has stopped. */
  readonly stopped: Promise<void>
  stop(): Promise<void>
}

/** A locked database may delay a drain for longer; the events stay in the spool. */
const stopLimitMs = 3_000

/** @throws ThroughlineError `conflict` when this home has a daemon already */
export async function runDaemon(options: LocalOptions): Promise<Daemon> {
  const closers: (() => void)[] = []
  const closeAll = () => {
    for (const close of closers.splice(0).reverse()) close()
  }
  try {
    return await openDaemon(options, closers, closeAll)
  } catch (error) {
    closeAll()
    throw error
  }
}

/** Everything opened here adds its close to `closers`, so a failed start leaves nothing open. */
async function openDaemon(
  options: LocalOptions,
  closers: (() => void)[],
  closeAll: () => void,
): Promise<Daemon> {
  closers.push(claimAlone(ensureHome(options.root)))
  const closedLater = <Part extends { close(): void }>(part: Part): Part => {
    closers.push(() => part.close())
    return part
  }
  const local = closedLater(await openLocal({ ...options, verifyDatabase: true }))
  closers.push(local.triggers.clear)
  const { paths, log, spool } = local
  if (local.replacedDatabase) {
    const { file, savedMemories } = local.replacedDatabase
    log.error(
      `the database was damaged and moved to ${file}; the new one has ${savedMemories} of its memories`,
    )
  }
  // For agents connected without `setup`, for example by a plugin.
  installMissingShim(paths)

  const closing = new AbortController()
  const listeners = new Set<() => void>()
  const idleMinutes = () => local.config().daemon.idleExitMinutes
  const idle = closedLater(createIdleTimer(idleMinutes, () => void stop()))
  const memory = closedLater(createMemoryKeeper(local.releaseMemory))
  const jobs = closedLater(createJobLoop(local, closing.signal, memory.worked))
  const deliveries = closedLater(createDeliveryLoop(local, closing.signal))
  const wikis = closedLater(createWikiLoop(local, closing.signal, jobs.nudge))
  const team = closedLater(createTeamLoop(local, closing.signal))
  const loop = createDrainLoop({ drain, log })
  closers.push(() => void loop.stop())
  const damage = local.watchForDamage((finding) => {
    log.error('the database was damaged while it was open', { finding })
    void stop()
  })
  closers.push(() => damage.close())
  const token = randomBytes(24).toString('base64url')
  const app = createApp({
    token,
    signIns: openHomeSignIns(paths),
    codes: createOneTimeCodes(),
    run: randomBytes(16).toString('hex'),
    port: () => server.port,
    command: commandForHome(paths.root, options.userHome, 'throughline'),
    dashboardFolder: builtDashboard,
    version,
    operations: local.operations,
    agentOperations: local.agentOperations,
    guidance: () => local.config().guidance.variant,
    events: local.events,
    exportData: local.transfer.exportData,
    log,
    closing: closing.signal,
    findHost: local.findHost,
    hosts: local.hosts,
    accept,
    answer: (host, event, from) =>
      local.context.answer(host, event, { ...from, ingested: loop.settle }),
    nudge: loop.nudge,
    stop: () => void stop(),
    onRequest: idle.touch,
    onIngested(callback) {
      listeners.add(callback)
      return () => listeners.delete(callback)
    },
  })
  const server = await listen(app.fetch, {
    ports: portsToTry(paths, local.config().daemon.port),
    hint: 'throughline config set daemon.port 0 lets the system choose one',
  })
  closers.push(() => void server.close())
  const waker = closedLater(createWaker(watchFolders))
  for (const each of [loop, jobs, deliveries, wikis, team]) waker.onWake(each.nudge)
  waker.onWake(damage.look)
  waker.onWake(idle.check)
  const startedAt = systemClock.now().toISOString()
  const { pid } = process
  closers.push(announce(paths, { pid, port: server.port, token, startedAt, version }))

  log.info('started', { port: server.port, version })
  loop.nudge()
  jobs.start()
  const { promise: stopped, resolve: hasStopped } = Promise.withResolvers<void>()
  let stopping: Promise<void> | undefined
  let postponed = 0
  let hasCaughtUp = false
  return { port: server.port, token, stopped, stop }

  /** Events in the spool are ingested at once; the rest can wait until the writer has settled. */
  function watchFolders(onChange: () => void): FolderWatch {
    const watches = [spool.watch(loop.nudge), watchHome(paths, onChange)]
    return {
      isWorking: () => watches.every((each) => each.isWorking()),
      close() {
        for (const each of watches) each.close()
      },
    }
  }

  async function drain(signal: AbortSignal): Promise<number | undefined> {
    if (!local.isDatabaseInPlace()) {
      void stop()
      return undefined
    }
    const result = await local.drain(signal).catch(stopIfDamaged)
    if (result) logPostponed(result)
    await local.triggers.catchUp(signal).catch(logTriggers)
    const hasArrivals = result && result.ingested.length + result.rejected > 0
    if (hasArrivals) announceArrivals(result)
    if (hasArrivals || !hasCaughtUp) await local.catchUpIndex(signal)
    hasCaughtUp = true
    const nextTry = result?.nextTry?.notBefore
    return nextTry === undefined ? undefined : Date.parse(nextTry) - Date.now()
  }

  function announceArrivals({ ingested, rejected }: DrainResult): void {
    idle.touch()
    memory.worked(ingested.length)
    if (rejected > 0) log.warn('events were rejected', { rejected })
    for (const listener of listeners) listener()
    jobs.nudge()
    deliveries.nudge()
  }

  /** Without the lists, agents only miss lines about files and rules. */
  function logTriggers(error: unknown): void {
    log.warn('the lists of files and commands with memories were not updated', { error })
  }

  /** Logs each change once. */
  function logPostponed({ postponed: count, nextTry }: DrainResult): void {
    const reason = nextTry?.reason
    if (count > 0 && count !== postponed) log.warn('events cannot be read yet', { count, reason })
    postponed = count
  }

  /** The next daemon checks the database when it starts, and moves a damaged one aside. */
  function stopIfDamaged(error: unknown): never {
    if (error instanceof ThroughlineError && error.code === 'corrupt-database') void stop()
    throw error
  }

  async function accept(envelope: SpoolEnvelope, payload: string): Promise<void> {
    if (await local.isDisabled(envelope.cwd)) return
    await spool.add(envelope, payload)
    loop.nudge()
  }

  function stop(): Promise<void> {
    stopping ??= shutDown()
    return stopping
  }

  async function shutDown(): Promise<void> {
    log.info('stopping')
    closing.abort()
    const loops = [jobs, deliveries, wikis, team]
    const settled = Promise.all([
      server.close(),
      loop.stop(),
      ...loops.map((each) => each.settle()),
    ])
    const recorded = settled
      .then(() => local.recordDatabaseSize())
      .catch((error) => log.error('the size of the database was not recorded', { error }))
    await Promise.race([recorded, delay(stopLimitMs, undefined, { ref: false })])
    closeAll()
    hasStopped()
  }
}

/** If no port is set, the last one: an open dashboard page finds the daemon there again. */
function portsToTry(paths: HomePaths, configured: number): number[] {
  return configured === 0 ? [findLastPort(paths) ?? 0, 0] : [configured]
}

/** Commands take the lock briefly to check whether a daemon is running. */
const claimPatienceMs = 250

/** Before anything else is opened: a second daemon must not touch the database. */
function claimAlone(paths: HomePaths): () => void {
  const giveUp = claimHome(paths, claimPatienceMs)
  if (giveUp) return giveUp
  throw new ThroughlineError('conflict', 'a daemon is already running for this home', {
    hint: 'throughline status shows it',
  })
}

/** An idle daemon releases memory after a burst, and exits after a long time. */
const quietMs = 1_000
/** A single session leaves too little to be worth a garbage collection. */
const worthwhilePieces = 200

/** V8 does not release memory by itself. */
function createMemoryKeeper(dropCaches: () => void) {
  let since = 0
  let timer: NodeJS.Timeout | undefined
  return {
    /** @param pieces events just ingested, or jobs just run */
    worked(pieces: number): void {
      since += pieces
      clearTimeout(timer)
      if (since < worthwhilePieces) return
      timer = setTimeout(() => {
        since = 0
        dropCaches()
        collectGarbage()
      }, quietMs)
      timer.unref()
    },
    close: () => clearTimeout(timer),
  }
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options: object) => void
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

/** Calls back after that time without a touch; the next session starts another daemon. */
function createIdleTimer(idleMinutes: () => number, onIdle: () => void) {
  let touchedAt = performance.now()
  const end = createAlarm(check)

  /** The waker calls it, so that a changed setting is noticed. */
  function check(): void {
    const limitMs = idleMinutes() * 60_000
    const leftMs = touchedAt + limitMs - performance.now()
    if (limitMs > 0 && leftMs <= 0) onIdle()
    else end.set(limitMs > 0 ? leftMs : undefined)
  }

  return {
    check,
    touch() {
      touchedAt = performance.now()
    },
    close: () => end.close(),
  }
}
