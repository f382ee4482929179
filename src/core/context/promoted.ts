/**
 * Memories that the host reads itself, because `throughline promote` wrote them into the project's
 * instruction file. The file is read each time: another branch may not have the line.
 */
import type { Hash } from '../model/content-key.ts'
import type { ReadInstructions } from '../ports/host-files.ts'
import type { PromotionReader } from '../ports/promotion-store.ts'
import { linesOf } from '../text/line-diff.ts'

export interface PromotedPorts {
  readonly promotions?: Pick<PromotionReader, 'heldIn'>
  /** Absent where no file may be read; then nothing counts as promoted. */
  readonly readInstructions?: ReadInstructions
  readonly hash: Hash
}

export interface ReadingHost {
  readonly projectId: string | undefined
  /** The project's folder. */
  readonly root?: string | undefined
  /** Files in it that the host reads as instructions. */
  readonly instructionFiles?: readonly string[] | undefined
}

/** @returns for each memory, the file that holds it */
export async function findPromoted(
  { projectId, root, instructionFiles = [] }: ReadingHost,
  { promotions, readInstructions, hash }: PromotedPorts,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  if (!promotions || !readInstructions || projectId === undefined || root === undefined)
    return found
  if (instructionFiles.length === 0) return found
  const recorded = await promotions.heldIn(projectId, instructionFiles)
  for (const [file, records] of Map.groupBy(recorded, (record) => record.file)) {
    const text = (await readInstructions(`${root}/${file}`))?.text ?? ''
    const lines = new Set(linesOf(text).map((line) => hash(line.replace(/\r?\n$/, ''))))
    for (const record of records) if (lines.has(record.hash)) found.set(record.memoryId, file)
  }
  return found
}
