/** Replays sources beside each other, as many as the machine has processors. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Source } from './data.ts'
import type { ReplayOptions } from './replay.ts'
import type { ReplayTask } from './replay-worker.ts'
import type { Replay } from './results.ts'

/** The longest first, because the last to end decides how long it takes. @returns in their order */
export async function replayAll(
  sources: readonly Source[],
  options: ReplayOptions,
  onReplayed: (replay: Replay, seconds: number) => void,
): Promise<Replay[]> {
  const folder = makeTemporaryFolder()
  const waiting = sources.toSorted((a, b) => turnsIn(b) - turnsIn(a))
  const replays = new Map<string, Replay>()
  await Promise.all(Array.from({ length: availableParallelism() }, replayWaiting))
  return sources.flatMap(({ name }) => replays.get(name) ?? [])

  async function replayWaiting(): Promise<void> {
    for (let source = waiting.shift(); source; source = waiting.shift()) {
      const startedAt = performance.now()
      const replay = await replayInThread({ source, folder, options })
      replays.set(source.name, replay)
      onReplayed(replay, (performance.now() - startedAt) / 1_000)
    }
  }
}

const turnsIn = ({ sessions }: Source) => sessions.flatMap(({ turns }) => turns).length

function replayInThread(task: ReplayTask): Promise<Replay> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./replay-worker.ts', import.meta.url), { workerData: task })
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}

/** In memory where possible, since every event is synced to disk. Ctrl-C removes it too. */
function makeTemporaryFolder(): string {
  const memory = '/dev/shm'
  const parent = existsSync(memory) ? memory : tmpdir()
  const folder = mkdtempSync(join(parent, 'throughline-replay-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  return folder
}
