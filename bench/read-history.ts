/** Reads the history of a repository as the job does; as a program, it measures that. */
import { join } from 'node:path'
import { createCommitReader } from '../src/adapters/git/commit-reader.ts'
import { findLastChanges } from '../src/adapters/git/last-changes.ts'
import { createRepositoryReader } from '../src/adapters/git/repository.ts'
import { createRedactor } from '../src/adapters/redaction/redactor.ts'
import { readCommits } from '../src/core/commits/read-commits.ts'
import { catchUpIndex } from '../src/core/indexing/index-changes.ts'
import { openMemoryStore } from '../test/support/core/memory-store.ts'
import { round } from './statistics.ts'

export interface ReadingFigures {
  readonly kept: number
  readonly seconds: number
  readonly processorSeconds: number
  /** Of the whole process, in MB. */
  readonly peak: number
  /** Of the process before. */
  readonly idle: number
  /** In seconds. */
  readonly blame: number
  readonly searched: string
}

export const clock = { now: () => new Date('2027-01-01T00:00:00.000Z') }

/** As the job does, and then indexed. */
export async function readHistory(root: string) {
  const store = await openMemoryStore(clock)
  const { id } = await store.projects.insert({ identity: 'bench', name: 'bench', root })
  const ports = {
    ...{ ...store, clock, redactor: createRedactor() },
    ...{ repositories: createRepositoryReader(), reader: createCommitReader() },
  }
  const kept = await readCommits({ id, root }, ports)
  await catchUpIndex(store)
  return { store, kept }
}

const [, program, folder, file] = process.argv
if (program === import.meta.filename && folder !== undefined && file !== undefined) {
  process.stdout.write(JSON.stringify(await measure(folder, join(folder, file))))
}

async function measure(root: string, oldFile: string): Promise<ReadingFigures> {
  const megabytes = () => Math.round(process.resourceUsage().maxRSS / 1e3)
  const [idle, startedAt, processor] = [megabytes(), performance.now(), process.cpuUsage()]
  const { store, kept } = await readHistory(root)
  const { user, system } = process.cpuUsage(processor)
  const seconds = round((performance.now() - startedAt) / 1_000, 1)
  const peak = megabytes()
  store.close()
  const askedAt = performance.now()
  const found = await findLastChanges(oldFile, { limit: 1 })
  const blame = round((performance.now() - askedAt) / 1_000, 1)
  const cutOff = found?.kind === 'found' ? found.cutOff : undefined
  const searched = cutOff ? `ended after ${cutOff.commits}` : 'found after all'
  const processorSeconds = round((user + system) / 1e6, 1)
  return { kept, seconds, processorSeconds, peak, idle, blame, searched }
}
