/**
 * Memories that the host reads itself, because `throughline promote` wrote them into its instruction
 * file or its own memory. The file is read each time: another branch may not have the line.
 */
import type { Hash } from '../model/content-key.ts'
import type { ContextRequest } from '../model/context.ts'
import type { ReadDocument } from '../ports/host-files.ts'
import type { PromotionStore } from '../ports/projects.ts'
import { linesOf } from '../text/line-diff.ts'

export interface PromotedPorts {
  readonly promotions?: Pick<PromotionStore, 'heldIn'>
  /** Absent if no file may be read; then nothing counts as promoted. */
  readonly readDocument?: ReadDocument
  readonly hash: Hash
}

/**
 * @param host `root` is the project's folder; of each list of instruction files the host reads the
 *   first that exists
 * @returns for each memory, the file with it
 */
export async function findPromoted(
  {
    projectId,
    root,
    instructionFiles = [],
  }: Pick<ContextRequest, 'projectId' | 'root' | 'instructionFiles'>,
  { promotions, readDocument, hash }: PromotedPorts,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  if (!promotions || !readDocument || projectId === undefined || root === undefined) return found
  if (instructionFiles.length === 0) return found
  const recorded = await promotions.heldIn(projectId, instructionFiles.flat())
  if (recorded.length === 0) return found
  for (const list of instructionFiles) {
    const held = recorded.filter(({ file }) => list.includes(file))
    const read = held.length > 0 && (await readFirst(list, (file) => readDocument(root, file)))
    if (!read) continue
    const lines = new Set(linesOf(read.text).map((line) => hash(line.replace(/\r?\n$/, ''))))
    for (const { file, memoryId, hash: line } of held) {
      if (file === read.file && lines.has(line)) found.set(memoryId, file)
    }
  }
  return found
}

/** An `AGENTS.override.md` is read instead of `AGENTS.md`, which the host then ignores. */
async function readFirst(
  files: readonly string[],
  read: (file: string) => Promise<string | undefined>,
): Promise<{ readonly file: string; readonly text: string } | undefined> {
  for (const file of files) {
    const text = await read(file)
    if (text !== undefined) return { file, text }
  }
  return undefined
}
