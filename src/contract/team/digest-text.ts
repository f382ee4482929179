/** A session's digest as a team shares it: a few lines of text, and when and where the session ran. */
import { z } from 'zod'

export const digestLimits = {
  contentCharacters: 4_000,
  /** A machine shares the digests of a project's newest sessions. */
  newest: 100,
  /** How many the server takes of one person in a project. */
  perPerson: 1_000,
} as const

const time = z.iso.datetime()
const line = z.string().max(4_096)

export const digestText = z.object({
  content: z.string().min(1).max(digestLimits.contentCharacters),
  host: line.optional(),
  branch: line.optional(),
  turns: z.int().min(0),
  startedAt: time,
  endedAt: time,
})
export type DigestText = z.infer<typeof digestText>
