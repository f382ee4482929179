/** Which jobs run in which lane, and what each does. */
import { runMemoryChecks } from '../adapters/filesystem/run-checks.ts'
import { findChangesSince } from '../adapters/git/file-changes.ts'
import { sha256 } from '../adapters/ids.ts'
import type { Config } from '../contract/config.ts'
import { pruneCapture } from '../core/capture/end-session.ts'
import { checkMemories } from '../core/checks/check-memories.ts'
import { readAllCommits } from '../core/commits/read-commits.ts'
import { consolidationJobs } from '../core/consolidation/consolidate.ts'
import {
  applyRetention,
  finishInterrupted,
  restoreForgottenByAge,
} from '../core/deletion/retention.ts'
import { type RetentionPorts, readWitnessedDays } from '../core/deletion/witnessed-days.ts'
import { digestJobs } from '../core/digest/keep-digests.ts'
import { rememberJobs } from '../core/extraction/remember/keep-remembered.ts'
import {
  createJobLanes,
  createJobRunner,
  type JobLanes,
  type JobRunnerParts,
} from '../core/jobs/runner.ts'
import { pruneLifecycle } from '../core/lifecycle/deliver.ts'
import { pruneForgotten, restorableDays } from '../core/memory/forget-memory.ts'
import type { Job } from '../core/ports/job-queue.ts'
import type { CommitReader, RepositoryReader } from '../core/ports/repository.ts'
import type { Runtime } from '../core/ports/runtime.ts'
import type { Spool } from '../core/ports/spool.ts'
import type { LocalStore } from '../core/ports/store.ts'
import type { WikiKeeper } from '../core/wiki/keep-wikis.ts'
import { readFormerAgeLimits } from '../home/config.ts'
import type { HomePaths } from '../home/paths.ts'
import { noteRestored } from '../home/restored-memories.ts'
import { tryTo } from '../home/try-to.ts'
import type { Embeddings } from './embeddings.ts'
import type { Extraction } from './extraction.ts'
import type { ForeignMemories } from './import/foreign-memories.ts'
import { systemClock } from './surroundings.ts'

export interface JobParts extends Pick<Runtime, 'redactor' | 'log'> {
  readonly paths: Pick<HomePaths, 'config' | 'restoredMemories'>
  readonly store: LocalStore
  readonly spool: Spool
  readonly config: () => Config
  readonly embeddings: Embeddings
  readonly extraction: Extraction
  readonly retention: RetentionPorts
  readonly foreignMemories: Pick<ForeignMemories, 'isFollowing' | 'follow'>
  readonly wikis: Pick<WikiKeeper, 'build' | 'introduce' | 'erase'>
  readonly repositories: RepositoryReader
  readonly commitReader: CommitReader
  readonly isDisabled: (folder: string) => Promise<boolean>
}

export interface Jobs {
  /** @param onWorked called with the number of jobs a lane ran without a pause */
  openLanes(signal: AbortSignal, onWorked: (jobs: number) => void): JobLanes
  queueHousekeeping(): Promise<void>
  prune(signal?: AbortSignal): Promise<void>
  /** Stores what new prompts ask to remember, so that the agent knows before it answers. */
  remember(signal: AbortSignal): Promise<void>
  checkMemories(signal: AbortSignal): Promise<void>
}

/** How long a killed daemon's jobs wait for the next daemon. */
const leaseMs = 15_000
const embedBudgetMs = 20_000
/** An import may have queued thousands; past ones wait for their lane. */
const rememberBudgetMs = 200
/** Keeps a slow model from holding up learning. */
const longestWritingMs = 4 * 60_000
/** Changes pruned per run, so that other writers wait no longer than for a batch of events. */
const mostPruned = 2_000

export function createJobs(parts: JobParts): Jobs {
  const { store, spool, config, embeddings, extraction, foreignMemories, log } = parts
  const clock = systemClock
  const settings = () => config().learning

  async function prune(signal?: AbortSignal): Promise<void> {
    await applyOnceADay(signal)
    await store.changes.prune(mostPruned)
    await pruneCapture({
      transaction: store.transaction,
      jobs: store.jobs,
      spool,
      clock,
      extraction: settings,
    })
  }

  let loggedDoubt: string | undefined
  /** The share that one run may remove only makes sense if runs are a day apart. */
  async function applyOnceADay(signal?: AbortSignal): Promise<void> {
    await finishInterrupted(parts.retention, signal)
    await restoreOnce(signal)
    const days = await readWitnessedDays({ ...parts.retention, growth: store.growth })
    if (days.doubt !== undefined && days.doubt !== loggedDoubt) {
      log.warn('retention is paused', { reason: days.doubt })
    }
    loggedDoubt = days.doubt
    if (days.doubt !== undefined) return
    if (!(await store.growth.claimRetention({ day: days.today, bytes: store.bytes() }))) return
    const { items } = await applyRetention(parts.retention, signal)
    for (const item of items) log.info('removed by retention', { ...item })
    const final = days.ago(restorableDays)
    // Stored answers may cite what can no longer be restored.
    if (final && (await pruneForgotten(final, store)) > 0) await parts.wikis.erase()
    await pruneLifecycle(days, store)
  }

  /** A broken config.json hides the limits, so wait. */
  async function restoreOnce(signal?: AbortSignal): Promise<void> {
    const limits = tryTo(() => readFormerAgeLimits(parts.paths.config))
    if (!limits) return
    const noteBack = (restored: readonly string[]) => {
      noteRestored(parts.paths, restored)
      log.warn('restored memories that an earlier version forgot by age', { restored })
    }
    await restoreForgottenByAge(parts.retention, limits, noteBack, signal)
  }

  const runChecksOfMemories = (signal: AbortSignal) =>
    checkMemories({ ...store, findChangesSince, runMemoryChecks, clock }, signal)

  const readHistories = async (signal: AbortSignal) => {
    const { repositories, commitReader: reader, redactor, isDisabled } = parts
    if (!config().capture.commits) return
    await readAllCommits(
      {
        ...{ ...store, repositories, reader, redactor, clock, isDisabled },
        ...{ hash: sha256, findChangesSince },
      },
      signal,
    )
  }

  function introducePages(wiki: string, signal: AbortSignal): Promise<void> {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(longestWritingMs)])
    return parts.wikis.introduce(wiki, limited)
  }

  /** In small steps, so that other jobs get their turn. */
  async function embed(signal: AbortSignal): Promise<void> {
    const done = await embeddings.embedPending({ signal, budgetMs: embedBudgetMs })
    if (done && done.pending > 0) await queueEmbedding()
  }

  async function queueEmbedding(): Promise<void> {
    if (!embeddings.isOn()) return
    await store.jobs.enqueue({ kind: 'embed', subject: 'pending', again: true })
  }

  const remembering = rememberJobs(store, { ...parts, clock, hash: sha256, ids: store.ids })
  const running: Omit<JobRunnerParts, 'handlers'> = {
    queue: store.jobs,
    clock,
    random: Math.random,
    leaseMs,
    repeat(everyMs, work) {
      const timer = setInterval(work, everyMs)
      return () => clearInterval(timer)
    },
    redactor: parts.redactor,
    onFailure({ kind, subject, attempts }, error, isParked) {
      const happened = isParked ? 'a job failed and is parked' : 'a job failed'
      log.error(happened, { error, kind, subject, attempts })
    },
    onLeaseLost: ({ kind, subject }) =>
      log.warn('a job lost its lease and is run elsewhere', { kind, subject }),
  }
  const logQueueError = (error: unknown) => log.error('jobs could not be run', { error })

  return {
    prune,
    async remember(signal) {
      const limited = AbortSignal.any([signal, AbortSignal.timeout(rememberBudgetMs)])
      const runner = createJobRunner({ ...running, handlers: remembering })
      await runner.runDue(limited).catch(logQueueError)
    },
    checkMemories: runChecksOfMemories,
    openLanes(signal, onWorked) {
      const withoutModel = {
        prune: () => prune(signal),
        embed: () => embed(signal),
        ...digestJobs(store),
        extract: (job: Job) => extraction.extract(job),
        'check-files': () => runChecksOfMemories(signal),
        'follow-memories': () => foreignMemories.follow(signal),
        'read-commits': () => readHistories(signal),
        'compile-wiki': ({ subject }: Job) => parts.wikis.build(subject),
      }
      // A model may take minutes to answer; other jobs do not wait for it.
      const withModel = {
        read: (job: Job) => extraction.read(job, signal),
        'introduce-pages': ({ subject }: Job) => introducePages(subject, signal),
        ...consolidationJobs({ ...store, clock, hash: sha256, settings }),
      }
      const onError = logQueueError
      const lanes = [remembering, withoutModel, withModel]
      return createJobLanes(lanes, { ...running, signal, onWorked, onError })
    },
    async queueHousekeeping() {
      await store.jobs.enqueue({ kind: 'prune', subject: 'capture', again: true })
      await store.jobs.enqueue({ kind: 'check-files', subject: 'all', again: true })
      if (await foreignMemories.isFollowing()) {
        await store.jobs.enqueue({ kind: 'follow-memories', subject: 'all', again: true })
      }
      if (config().capture.commits) {
        await store.jobs.enqueue({ kind: 'read-commits', subject: 'all', again: true })
      }
      await queueEmbedding()
    },
  }
}
