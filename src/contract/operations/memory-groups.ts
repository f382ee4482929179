/** Memories that belong together: they are about one file, or one replaced another. */
import { z } from 'zod'
import { memory } from '../memory.ts'
import { numberInput, placeFields } from '../memory-input.ts'
import { operation } from '../operation.ts'

const grouped = memory.pick({ id: true, kind: true, validFrom: true, validTo: true }).extend({
  content: z.string().describe('Its first words'),
  supersededBy: z.string().optional().describe('The memory that replaced it'),
})

export const listMemoryGroups = operation({
  summary: 'Memories about the same file, and those that replaced each other',
  input: z.object({
    project: placeFields.project,
    limit: numberInput(1, 100).default(10).describe('At most this many groups'),
  }),
  output: z.object({
    groups: z
      .array(
        z.object({
          file: z
            .string()
            .optional()
            .describe('What they are about; absent if one only replaced the other'),
          project: z.object({ id: z.string(), name: z.string() }).optional(),
          memories: z
            .array(grouped)
            .describe('Oldest first, at most 60; a memory can be in several groups'),
        }),
      )
      .describe('The largest first, then those that share memories with it'),
    total: z.int().describe('How many groups there are'),
  }),
  http: { method: 'get', path: '/api/memory-groups' },
})
