/** Checks of the database and of everything that works on it. */
import { count } from '../../contract/wording.ts'
import { isValid, shortId } from '../model/memory.ts'
import type { GuardStore } from '../ports/guard-store.ts'
import type { JobQueue } from '../ports/job-queue.ts'
import type { MemoryStore } from '../ports/memory-store.ts'
import type { LanguageModel } from '../ports/models.ts'
import type { PromotionStore } from '../ports/projects.ts'
import type { Clock } from '../ports/runtime.ts'
import type { SearchIndex, VectorIndex } from '../ports/search-index.ts'
import {
  type EntriesInHand,
  type Spool,
  type SpoolDepth,
  triesUntilSetAside,
} from '../ports/spool.ts'
import { failed, type HealthCheck, passed, runCheck, warned } from './health-check.ts'

export interface StoreHealth extends Pick<PromotionHealth, 'promotions'> {
  readonly database: {
    readonly file: string
    readonly backups: string
    /** The damaged file that opening just moved aside. */
    readonly movedAside: string | undefined
    /** @returns the damage; empty if intact */
    checkIntegrity(): string[]
    listDamaged(): string[]
    newestBackup(): string | undefined
  }
  /** What it contained before it was emptied or replaced. */
  readonly lostDatabase: () => Promise<
    { readonly sessions: number; readonly memories: number; readonly at: string } | undefined
  >
  readonly search: Pick<SearchIndex, 'check' | 'counts'>
  readonly countUnindexed: () => Promise<number>
  /** Undefined while embeddings are off. */
  readonly vectors: () => Promise<Pick<VectorIndex, 'check' | 'counts'> | undefined>
  readonly spool: Pick<Spool, 'depth' | 'rejected'>
  readonly inHand: Pick<EntriesInHand, 'read'>
  readonly clock: Clock
  readonly memories: Pick<MemoryStore, 'list' | 'findMany'>
  readonly rejectedFolder: string
  readonly jobs: Pick<JobQueue, 'list'>
  readonly guards: Pick<GuardStore, 'list'>
  readonly retention: () => Promise<{
    readonly paused: { readonly reason: string; readonly hint: string } | undefined
    readonly leaving: number
  }>
  /** Ids of memories that earlier versions forgot by age, and that an upgrade restored. */
  readonly restored: () => readonly string[]
  /** The models that may read, in order of preference; undefined while learning is off. */
  readonly readers: () => Promise<
    readonly Pick<LanguageModel, 'provider' | 'model' | 'probe'>[] | undefined
  >
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs

export async function checkStore(
  store: StoreHealth,
  timeout: (ms: number) => AbortSignal,
): Promise<HealthCheck[]> {
  const { file, backups } = store.database
  const [damage] = store.database.checkIntegrity()
  if (damage !== undefined) {
    // The other checks would only hit the same damage.
    const hint = `stop the daemon and move ${file} away; backups are in ${backups}`
    return [failed('database', `damaged: ${damage}`, hint)]
  }
  return [
    ...checkReplaced(store),
    ...(await runCheck('database', () => checkLost(store))),
    ...(await runCheck('clock', () => checkClock(store))),
    ...(await runCheck('retention', () => checkRetention(store))),
    ...(await runCheck('retention', () => checkRestored(store))),
    ...(await runCheck('search index', () => checkSearch(store))),
    ...(await runCheck('vectors', () => checkVectors(store))),
    ...(await runCheck('queue', () => checkSpool(store))),
    ...(await runCheck('tasks', () => checkJobs(store))),
    ...(await runCheck('promoted', () => checkPromotions(store))),
    ...(await runCheck('guards', () => checkGuards(store))),
    ...(await runCheck(reading, () => checkReaders(store, timeout))),
  ]
}

function checkReplaced({ database }: StoreHealth): HealthCheck[] {
  const { file, backups, movedAside } = database
  const replaced = database.listDamaged().map((damaged) => {
    const report = damaged === movedAside ? failed : warned
    const detail = `was damaged and moved to ${damaged}; a new one has everything that could be read from it`
    const hint = `throughline stop, then replace ${file} with a file from ${backups}; or keep the new one and remove ${damaged}`
    return report('database', detail, hint)
  })
  return replaced.length > 0 ? replaced : [passed('database', 'sound')]
}

/** Silent if the user set none. */
async function checkGuards({ guards, memories }: StoreHealth): Promise<HealthCheck[]> {
  const set = (await guards.list()).filter(({ level }) => level === 'ask' || level === 'block')
  if (set.length === 0) return []
  const found = await memories.findMany(set.map(({ memoryId }) => memoryId))
  const present = new Map(found.map((memory) => [memory.id, memory]))
  const isKept = ({ memoryId, content }: (typeof set)[number]) =>
    present.get(memoryId)?.content === content && present.get(memoryId)?.validTo === undefined
  const changed = set.filter((guard) => !isKept(guard))
  const counts = (['block', 'ask'] as const)
    .map((level) => [level, set.filter((guard) => guard.level === level).length] as const)
    .flatMap(([level, number]) => (number > 0 ? [`${number} ${level}`] : []))
  const [first] = changed
  if (!first) return [passed('guards', counts.join(', '))]
  const whose = count(changed.length, 'memory', 'memories')
  const detail = `${counts.join(', ')}; ${whose} changed, replaced or removed since`
  return [warned('guards', detail, `throughline guard ${shortId(first.memoryId)}`)]
}

async function checkLost({ database, lostDatabase }: StoreHealth): Promise<HealthCheck[]> {
  const lost = await lostDatabase()
  if (!lost) return []
  const { sessions, memories, at } = lost
  const held = `${count(sessions, 'session')} and ${count(memories, 'memory', 'memories')}`
  const backup = database.newestBackup()
  const way =
    backup === undefined
      ? 'there is no backup; throughline import reads the sessions from your agents again'
      : `throughline stop && cp '${backup}' '${database.file}'`
  const hint = `${way}; throughline doctor --acknowledge if this is what you want`
  return [failed('database', `emptied or replaced: it had ${held} at ${at}`, hint)]
}

/** Clocks of two machines that share a home differ by seconds. */
const mostAheadMs = 5 * minuteMs

async function checkClock({ memories, clock }: StoreHealth): Promise<HealthCheck[]> {
  const everything = { addresses: 'all', includeSuperseded: true } as const
  const [newest] = (await memories.list(everything, { limit: 1, offset: 0 })).memories
  const aheadMs = newest ? Date.parse(newest.updatedAt) - clock.now().getTime() : 0
  if (!newest || aheadMs <= mostAheadMs) return [passed('clock', 'matches what is stored')]
  const detail = `memory ${newest.id} is dated ${newest.updatedAt}, so the clock was or is wrong`
  return [
    warned(
      'clock',
      detail,
      'set the clock; stored memories keep their dates and can still be found',
    ),
  ]
}

async function checkRetention({ retention }: StoreHealth): Promise<HealthCheck[]> {
  const { paused, leaving } = await retention()
  if (paused)
    return [warned('retention', `paused, nothing is removed: ${paused.reason}`, paused.hint)]
  if (leaving === 0) return [passed('retention', 'nothing waits to be deleted')]
  const detail = `${count(leaving, 'session')} will be deleted within 30 days`
  const hint =
    'throughline sessions --leaving lists them; throughline restore --session ID keeps one'
  return [passed('retention', detail, hint)]
}

function checkRestored({ restored }: StoreHealth): HealthCheck[] {
  const ids = restored()
  if (ids.length === 0) return []
  const what = count(ids.length, 'memory', 'memories')
  const forget = `throughline forget ${ids.length > mostNamed ? 'ID' : ids.join(' ')}`
  const hint = `throughline review asks about those that nobody uses, ${forget} forgets again; throughline doctor --acknowledge when you have read this`
  return [warned('retention', `restored ${what} that earlier versions forgot by age`, hint)]
}

const mostNamed = 5

async function checkSearch({ search, countUnindexed }: StoreHealth): Promise<HealthCheck[]> {
  const [fault] = await search.check()
  if (fault !== undefined) return [failed('search index', fault, 'throughline rebuild')]
  const counts = Object.values(await search.counts())
  const documents = counts.reduce((sum, number) => sum + number, 0)
  const waiting = await countUnindexed()
  const rest = waiting > 0 ? `, ${waiting} waiting` : ''
  return [passed('search index', `sound, ${count(documents, 'document')}${rest}`)]
}

async function checkVectors({ vectors: open }: StoreHealth): Promise<HealthCheck[]> {
  const vectors = await open()
  if (!vectors) return []
  const [fault] = await vectors.check()
  if (fault !== undefined) {
    const hint = 'throughline rebuild; if it stays, throughline embeddings rebuild'
    return [failed('vectors', fault, hint)]
  }
  const { embedded, pending } = await vectors.counts()
  return [passed('vectors', `sound, ${count(embedded, 'document')}, ${pending} waiting`)]
}

const rejectedShown = 5

async function checkSpool(store: StoreHealth): Promise<HealthCheck[]> {
  const { spool, inHand, rejectedFolder, clock } = store
  const waiting = checkWaiting(await spool.depth(), clock.now())
  const delayed = [...inHand.read().delayed.values()].map(({ reason, tries, notBefore }) => {
    const hint = `tried again at ${notBefore}; after ${triesUntilSetAside} tries it is set aside`
    return warned(
      'queue',
      `an event cannot be read yet, ${count(tries, 'try', 'tries')}: ${reason}`,
      hint,
    )
  })
  const rejected = await spool.rejected()
  if (rejected.length === 0) return [waiting, ...delayed.slice(0, rejectedShown)]
  const again = 'throughline jobs retry reads them again, once the cause is gone'
  return [
    waiting,
    ...delayed.slice(0, rejectedShown),
    warned('unreadable', `${count(rejected.length, 'event')} could not be read`, again),
    ...rejected.slice(-rejectedShown).map(({ name, host, event, reason }) => {
      const detail = `${host ?? '?'} ${event ?? '?'}: ${reason}`
      return warned('unreadable', detail, `${rejectedFolder}/${name}.json`)
    }),
  ]
}

/** A running daemon ingests an event within seconds, and any hook starts one. */
function checkWaiting({ pending, oldest }: SpoolDepth, now: Date): HealthCheck {
  const ageMs = oldest === undefined ? 0 : now.getTime() - Date.parse(oldest)
  const detail = pending === 0 ? 'nothing waiting' : `${count(pending, 'event')} waiting`
  if (ageMs < minuteMs) return passed('queue', detail)
  const report = ageMs < hourMs ? warned : failed
  const hint = 'run throughline start; if they stay, read logs/daemon.log in the home folder'
  return report('queue', `${detail}, the oldest since ${oldest}`, hint)
}

async function checkJobs({ jobs }: StoreHealth): Promise<HealthCheck[]> {
  const parked = await jobs.list({ status: 'parked', limit: 1_000 })
  if (parked.length === 0) return [passed('tasks', 'none failed')]
  const detail = `${count(parked.length, 'task')} failed: ${parked[0]?.error ?? ''}`
  return [warned('tasks', detail, 'throughline jobs retry')]
}

const probeLimitMs = 5_000

/** The model that would read, and why those before it would not. */
async function checkReaders(
  { readers }: StoreHealth,
  timeout: (ms: number) => AbortSignal,
): Promise<HealthCheck[]> {
  const models = await readers()
  if (!models) return []
  const checks: HealthCheck[] = []
  for (const { provider, model, probe } of models) {
    const state = await probe(timeout(probeLimitMs))
    if (state === 'ready') return [...checks, passed(reading, `with ${provider}, ${model}`)]
    checks.push(warned(reading, `${provider} is not ready: ${state.problem}`, state.hint))
  }
  return [...checks, passed(reading, 'with local rules')]
}

const reading = 'reading sessions'

interface PromotionHealth {
  readonly memories: Pick<MemoryStore, 'findMany'>
  readonly promotions: Pick<PromotionStore, 'list'>
}

/** Whether a document still contains a deleted memory. Silent if nothing was promoted. */
async function checkPromotions(ports: PromotionHealth): Promise<HealthCheck[]> {
  const written = (await ports.promotions.list()).filter(({ state }) => state !== 'withdrawn')
  if (written.length === 0) return []
  const found = await ports.memories.findMany(written.map(({ memoryId }) => memoryId))
  const valid = new Set(found.filter(isValid).map(({ id }) => id))
  const gone = written.filter(({ memoryId }) => !valid.has(memoryId))
  if (gone.length === 0) return [passed('promoted', count(written.length, 'statement'))]
  const files = [...new Set(gone.map(({ file }) => file))].join(', ')
  const detail = `${count(gone.length, 'statement')} in ${files} whose memory was forgotten or superseded`
  return [warned('promoted', detail, 'run throughline promote in that project to remove them')]
}
