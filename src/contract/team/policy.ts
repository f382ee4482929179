/** Whose memories count on every machine of a team: an admin's decision, which each person may tighten. */
import { z } from 'zod'
import { author } from './sync.ts'
import { policyChoices } from './vocabulary.ts'

const id = z.uuid()
const mostNamed = 1_000

export const policyRequest = z
  .strictObject({
    approve: z.enum(policyChoices),
    people: z.array(id).max(mostNamed).default([]),
  })
  .refine(({ approve, people }) => (approve === 'named') === people.length > 0, {
    message: 'name people for "named", and only then',
  })

export const policyAnswer = z.object({
  /** How many decisions there were; 0 before the first. */
  version: z.int().min(0),
  approve: z.enum(policyChoices),
  people: z.array(author),
  /** Absent before the first decision. */
  decidedBy: author.optional(),
  decidedAt: z.iso.datetime().optional(),
})
export type PolicyAnswer = z.infer<typeof policyAnswer>
