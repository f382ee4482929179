/** Where work and trouble gather: files that sessions keep editing, failures that come back. */
import { z } from 'zod'
import { numberInput, placeFields } from '../memory-input.ts'
import { operation } from '../operation.ts'

const editedFile = z.object({
  path: z.string(),
  project: z.object({ id: z.string(), name: z.string() }).optional(),
  turns: z.int().describe('Turns that edited it'),
  sessions: z.int(),
  memories: z.int().describe('Confirmed memories that an agent gets when it opens the file'),
})

const repeatedFailure = z.object({
  command: z.string().describe('As it was last run'),
  error: z.string().describe('The complaint, normalised so that it is the same each time'),
  project: z.object({ id: z.string(), name: z.string() }).optional(),
  sessions: z
    .array(
      z.object({
        id: z.string(),
        at: z.string().describe('When it first failed there'),
        failures: z.int(),
        isAnswered: z.boolean().describe('Whether the agent got a memory about it'),
        hasPassed: z.boolean().describe('Whether the command passed later'),
      }),
    )
    .describe('Oldest first'),
})

export const getHotspots = operation({
  summary: 'The files that sessions edit most, and the failures that came back in another session',
  input: z.object({
    project: placeFields.project,
    days: numberInput(1, 366).default(90).describe('Number of days to cover'),
    limit: numberInput(1, 100).default(15).describe('At most this many of each'),
  }),
  output: z.object({
    files: z.array(editedFile).describe('Most edited first'),
    failures: z.array(repeatedFailure).describe('Those of the most sessions first'),
  }),
  http: { method: 'get', path: '/api/hotspots' },
})
