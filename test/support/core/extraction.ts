/** Learning from captured sessions, with rules that a test scripts. */
import { configSchema } from '../../../src/contract/config.ts'
import type { LearningSettings } from '../../../src/core/extraction/triggers.ts'
import type { Memory } from '../../../src/core/model/memory.ts'
import type { ExtractedItem, Window } from '../../../src/core/model/window.ts'
import { type LearningJobPorts, runExtraction, runReading } from '../../../src/core/reader/jobs.ts'
import { openCapture } from './capture.ts'

/** Stores what a person wrote after “learned:”. */
export const listeningRules =
  (seen: Window[] = [], changes: Partial<ExtractedItem> = {}): LearningJobPorts['rules'] =>
  (window) => {
    seen.push(window)
    return window.exchanges.flatMap(({ user, turnId }) =>
      [...user.matchAll(/learned: ([^\n]+)/g)].map(([, content = '']) =>
        itemOf({
          content,
          sources: turnId === undefined ? [] : [{ type: 'turn', ref: turnId }],
          ...changes,
        }),
      ),
    )
  }

export function itemOf(given: Partial<ExtractedItem>): ExtractedItem {
  return {
    kind: 'fact',
    content: 'The parser lives in src/parse.ts.',
    importance: 0.5,
    tags: [],
    keywords: [],
    scope: 'project',
    trust: 'user',
    standing: 'memory',
    files: [],
    sources: [],
    supersedes: undefined,
    ...given,
  }
}

export type Extraction = Awaited<ReturnType<typeof openExtraction>>

export async function openExtraction(changes: Partial<LearningSettings> = {}) {
  const settings = configSchema.parse({ learning: changes }).learning
  let project: string | undefined
  const capture = await openCapture({
    extraction: () => settings,
    placeOf: async () => ({
      kind: 'enabled',
      ...(project !== undefined && { projectId: project }),
    }),
  })
  const { store, parts, clock } = capture
  project = (await store.projects.insert({ identity: 'p', name: 'p', root: undefined })).id
  const windows: Window[] = []
  const ports: LearningJobPorts = {
    ...parts,
    ...store,
    clock,
    settings: () => settings,
    rules: listeningRules(windows),
    reader: async () => undefined,
    commitOf: async () => 'c0ffee',
    report: () => undefined,
  }
  const signal = new AbortController().signal
  return {
    ...capture,
    ports,
    project,
    windows,
    leaveProject: () => {
      project = undefined
    },
    async exchange(user: string, answer = 'Done, it is as you say.') {
      await capture.take('UserPromptSubmit', { prompt: user })
      await capture.take('Stop', { last_assistant_message: answer })
    },
    /** Runs the `extract` and `read` jobs that are due, each once. */
    async runJobs(others: Partial<LearningJobPorts> = {}) {
      for (;;) {
        const job = await store.jobs.claim(['extract', 'read'], 60_000)
        if (!job) return
        if (job.kind === 'extract') await runExtraction(job, { ...ports, ...others })
        else await runReading(job, { ...ports, ...others }, signal)
        await store.jobs.complete(job)
      }
    },
    async memories(): Promise<Memory[]> {
      const filter = { addresses: 'all' as const, includeSuperseded: true }
      return (await store.memories.list(filter, { limit: 100, offset: 0 })).memories
    },
    contents: async () => {
      const filter = { addresses: 'all' as const }
      const { memories } = await store.memories.list(filter, { limit: 100, offset: 0 })
      return memories.map(({ content }) => content).sort()
    },
    tables: () =>
      ['memories', 'memory_sources', 'memory_links', 'memory_revisions', 'extraction_states'].map(
        (table) => capture.rows(`SELECT * FROM ${table} ORDER BY 1, 2, 3`),
      ),
  }
}
