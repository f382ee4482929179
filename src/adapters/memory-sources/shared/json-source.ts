/** A source that is an export: one JSON file at a path that the user names. */
import type { Json } from '../../../core/model/json.ts'
import type { SkippedPart } from '../../../core/ports/history-source.ts'
import type { ForeignMemorySource, ImportedMemory } from '../../../core/ports/memory-source.ts'
import { locate, toMemoryItem } from './locate.ts'
import { readExport } from './read-export.ts'

interface ExportSource extends Pick<ForeignMemorySource, 'name' | 'displayName' | 'unit'> {
  readonly isExport: (name: string) => boolean
  readonly parts: (exported: Json) => Iterable<ImportedMemory | SkippedPart>
}

export function createExportSource({
  isExport,
  parts,
  ...names
}: ExportSource): ForeignMemorySource {
  return {
    ...names,
    needsPath: true,
    async discover({ path }) {
      const files = await locate(path, [], isExport)
      return files.map((file) => toMemoryItem(file, { memories: 0 }))
    },
    async *read({ path }) {
      yield* parts(await readExport(path))
    },
  }
}

export function* skipAll(times: number, skipped: string): Generator<SkippedPart> {
  for (let at = 0; at < times; at += 1) yield { skipped }
}

export const summaryOfSession = 'summary of a session, which is built from the session itself'
