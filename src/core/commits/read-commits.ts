/**
 * Reads the history of projects for reasons. Decisions are in a repository long before anyone installs
 * a memory. A commit is found when somebody searches; no session gets it unasked, because anyone who
 * can commit may have written it. A few become candidates: `offer-decisions.ts`.
 */
import { type CommitStore, idOfCommit, type ProjectCommit } from '../ports/commit-store.ts'
import type { ProjectStore } from '../ports/projects.ts'
import type { Redactor } from '../ports/redactor.ts'
import type { Commit, CommitReader, RepositoryReader } from '../ports/repository.ts'
import type { Clock } from '../ports/runtime.ts'
import type { Store } from '../ports/store.ts'
import { quoteName } from '../text/safe-text.ts'
import { readReason } from './commit-reason.ts'
import { type OfferPorts, offerDecisions } from './offer-decisions.ts'

export interface ReadCommitsPorts extends Pick<Store, 'transaction'> {
  readonly commits: Pick<CommitStore, 'tips'>
  readonly repositories: RepositoryReader
  readonly reader: Pick<CommitReader, 'walk' | 'changedFiles'>
  readonly redactor: Redactor
  readonly clock: Clock
  readonly limits?: Partial<typeof defaultLimits>
}

const defaultLimits = {
  /** The ids of so many take 15 MB, and reading them five seconds of a processor. */
  readAtOnce: 100_000,
  keptInProject: 5_000,
}

const batchSize = 50
const mostFiles = 30

export async function readAllCommits(
  {
    projects,
    isDisabled,
    ...ports
  }: ReadCommitsPorts &
    OfferPorts & {
      readonly projects: Pick<ProjectStore, 'list'>
      readonly isDisabled: (folder: string) => Promise<boolean>
    },
  signal: AbortSignal,
): Promise<void> {
  for (const { id, root } of await projects.list()) {
    if (signal.aborted) return
    if (root !== undefined && !(await isDisabled(root))) {
      await readCommits({ id, root }, ports, signal)
      await offerDecisions({ id, root }, ports, signal)
    }
  }
}

/** Reads what was committed since the last time, the newest first. @returns how many are kept */
export async function readCommits(
  project: { readonly id: string; readonly root: string },
  ports: ReadCommitsPorts,
  signal?: AbortSignal,
): Promise<number> {
  const repository = await ports.repositories.read(project.root)
  const { commit: head, commonDir, isBorrowed } = repository ?? {}
  const tips = await ports.commits.tips(project.id)
  // A folder can claim any repository as its own.
  if (!head || !commonDir || isBorrowed || tips.includes(head)) return 0
  const { readAtOnce, keptInProject } = { ...defaultLimits, ...ports.limits }
  const walk = ports.reader.walk(commonDir, head, { except: tips, mostCommits: readAtOnce })
  let kept = 0
  let batch: Commit[] = []
  const keep = async () => {
    if (batch.length > 0) kept += await keepCommits(batch, project.id, commonDir, ports)
    batch = []
  }
  for await (const commit of walk) {
    if (signal?.aborted) return kept
    const message = readReason(commit)
    if (message !== undefined) batch.push({ ...commit, message })
    if (batch.length === batchSize) await keep()
    if (kept + batch.length >= keptInProject) break
  }
  await keep()
  await ports.transaction(async ({ commits }) => {
    await commits.keepNewest(project.id, keptInProject)
    await commits.addTip(project.id, head, ports.clock.now().toISOString())
  })
  return kept
}

async function keepCommits(
  batch: readonly Commit[],
  projectId: string,
  commonDir: string,
  { reader, redactor, clock, transaction }: ReadCommitsPorts,
): Promise<number> {
  const ids = batch.map(({ id }) => id)
  const files = await reader.changedFiles(commonDir, ids, mostFiles)
  const now = clock.now()
  const found = batch.map((commit): ProjectCommit => {
    const { redact } = redactor.forEvent()
    return {
      ...{ id: idOfCommit(commit.id, projectId), projectId, hash: commit.id },
      author: quoteName(redact(commit.author.name)),
      // A commit may be dated in the future.
      at: new Date(Math.min(commit.authoredAt.getTime(), now.getTime())).toISOString(),
      message: redact(commit.message),
      files: (files.get(commit.id) ?? []).map(redact),
    }
  })
  return transaction(({ commits }) => commits.add(found), { durable: false })
}
