/** Changes that lost to another one on the server, and the choice between the two. */
import { z } from 'zod'
import { author, sharedText } from './sync.ts'

const id = z.uuid()

/** `current` is what everyone has; `other` is the change that lost. */
const conflictChoices = ['current', 'other'] as const

export const conflictsRequest = z.object({ project: id })

const openConflict = z.object({
  /** The key of the operation that lost. */
  id,
  project: id,
  memoryId: id,
  at: z.iso.datetime(),
  /** Who wrote the version that lost. */
  author,
  text: sharedText,
  current: z.object({ author, text: sharedText, version: z.int().positive() }),
})
export type OpenConflict = z.infer<typeof openConflict>

/** Oldest first. */
export const conflictsAnswer = z.object({ conflicts: z.array(openConflict) })
export type ConflictsAnswer = z.infer<typeof conflictsAnswer>

export const resolveRequest = z.strictObject({ id, keep: z.enum(conflictChoices) })
export type ResolveRequest = z.infer<typeof resolveRequest>

/** The version that is valid now. */
export const resolveAnswer = z.object({ memoryId: id, version: z.int().positive() })
export type ResolveAnswer = z.infer<typeof resolveAnswer>
