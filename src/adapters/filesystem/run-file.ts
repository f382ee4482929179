/** run/daemon.json: how others find the running daemon. */
import { readFileSync, rmSync } from 'node:fs'
import { z } from 'zod'
import { writeFileAtomically } from '../../home/write-atomic.ts'

const runFileSchema = z.object({
  pid: z.int().positive(),
  port: z.int().positive(),
  token: z.string().min(1),
  startedAt: z.string(),
  version: z.string(),
})

export type RunFile = z.infer<typeof runFileSchema>

export function writeRunFile(file: string, content: RunFile): void {
  writeFileAtomically(file, `${JSON.stringify(content, null, 2)}\n`)
}

/** @returns undefined when there is none, or none that can be read */
export function readRunFile(file: string): RunFile | undefined {
  try {
    return runFileSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}

/** Removes it only if it is still ours: a successor may have written its own. */
export function removeRunFile(file: string, pid: number): void {
  if (readRunFile(file)?.pid === pid) rmSync(file, { force: true })
}
