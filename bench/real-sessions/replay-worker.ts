/** Replays one source in a thread of its own, which has a `Date` of its own. */
import { parentPort, workerData } from 'node:worker_threads'
import type { Source } from './data.ts'
import { type ReplayOptions, replaySource } from './replay.ts'

export interface ReplayTask {
  readonly source: Source
  readonly folder: string
  readonly options: ReplayOptions
}

const { source, folder, options } = workerData as ReplayTask
parentPort?.postMessage(await replaySource(source, folder, options))
