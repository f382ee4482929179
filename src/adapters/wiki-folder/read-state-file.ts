/** Reads a file of the home that holds state as JSON. A damaged one is moved aside and then missing. */
import { existsSync, renameSync } from 'node:fs'
import type { z } from 'zod'
import { readSmallFile } from '../read-small-file.ts'

const mostBytes = 64 * 1024 * 1024

export async function readStateFile<Value>(
  file: string,
  schema: z.ZodType<Value>,
): Promise<Value | undefined> {
  const bytes = await readSmallFile(file, { mostBytes })
  if (!bytes && !existsSync(file)) return undefined
  try {
    return schema.parse(JSON.parse(bytes?.toString('utf8') ?? ''))
  } catch {
    // Where `wiki status` finds it.
    renameSync(file, `${file}.corrupt-${new Date().toISOString().replace(/[:.]/g, '-')}`)
    return undefined
  }
}
