/** Memories as files for people and other tools. */
import {
  readMarkdownFiles,
  requireOwnFolder,
  writeMarkdownFile,
} from '../../adapters/bundles/markdown-folder.ts'
import { sha256 } from '../../adapters/ids.ts'
import { openBundleSnapshot } from '../../adapters/sqlite/bundle/read-bundle.ts'
import type { BundleProjectLine } from '../../contract/bundle.ts'
import { ThroughlineError } from '../../contract/errors.ts'
import { mifFrame, toMif } from '../../core/bundle/import-bundle.ts'
import { markdownIndex, readMarkdown, toMarkdown } from '../../core/bundle/markdown/markdown.ts'
import { type MarkdownOutcome, mergeMarkdown } from '../../core/bundle/markdown/merge-markdown.ts'
import type { Redactor } from '../../core/ports/redactor.ts'
import type { Store } from '../../core/ports/store.ts'
import { version } from '../../home/version.ts'
import { systemClock } from '../surroundings.ts'

export interface MemoryTransfer {
  /** @returns the number of memories written into the folder */
  writeMarkdown(folder: string, projectId: string | undefined): Promise<number>
  /** A document in the Memory Interchange Format. */
  mifText(projectId: string | undefined): AsyncIterable<string>
  importMarkdown(folder: string): Promise<MarkdownResult>
}

interface MarkdownResult {
  readonly outcomes: Readonly<Record<MarkdownOutcome, number>>
  /** Files without a memory of ours, or with one that cannot be stored. */
  readonly skipped: readonly { readonly path: string; readonly reason: string }[]
}

interface MemoryTransferParts {
  readonly store: Store
  readonly database: string
  readonly redactor: Redactor
}

export function createMemoryTransfer(parts: MemoryTransferParts): MemoryTransfer {
  const { store, database, redactor } = parts
  return {
    async writeMarkdown(folder, projectId) {
      await requireOwnFolder(folder)
      await writeMarkdownFile(folder, markdownIndex)
      let written = 0
      for (const { line, project } of memoriesIn(database, projectId)) {
        await writeMarkdownFile(folder, toMarkdown(line, project))
        written += 1
      }
      return written
    },
    async *mifText(projectId) {
      const { before, after } = mifFrame(systemClock.now().toISOString(), version)
      let separator = before
      for (const { line, project } of memoriesIn(database, projectId)) {
        yield separator + JSON.stringify(toMif(line, project?.identity))
        separator = ',\n'
      }
      yield (separator === before ? before : '') + after
    },
    async importMarkdown(folder) {
      const outcomes = { added: 0, updated: 0, known: 0, forgotten: 0, outdated: 0, misplaced: 0 }
      const skipped: { path: string; reason: string }[] = []
      for await (const { path, text } of readMarkdownFiles(folder)) {
        const memory = text === undefined ? undefined : readMarkdown(text)
        if (!memory) {
          if (!path.endsWith('index.md')) skipped.push({ path, reason: 'no memory of Throughline' })
          continue
        }
        try {
          const ports = { store, redactor, hash: sha256, clock: systemClock }
          outcomes[await mergeMarkdown(memory, ports)] += 1
        } catch (error) {
          if (!(error instanceof ThroughlineError) || error.code !== 'invalid-input') throw error
          skipped.push({ path, reason: error.message })
        }
      }
      return { outcomes, skipped }
    },
  }
}

function* memoriesIn(database: string, projectId: string | undefined) {
  const projects = new Map<string, BundleProjectLine>()
  const snapshot = openBundleSnapshot(database)
  try {
    for (const line of snapshot.lines({ contents: 'memories', projectId })) {
      if (line.type === 'project') projects.set(line.id, line)
      if (line.type === 'memory') yield { line, project: projects.get(line.memory.scopeId) }
      if (line.type === 'forgotten') return
    }
  } finally {
    snapshot.close()
  }
}
