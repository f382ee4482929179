/** What is behind a commit: the sessions that made it, with their prompts and memories. */
import { z } from 'zod'
import { numberInput, placeFields } from '../memory-input.ts'
import { operation } from '../operation.ts'
import { memoryKinds, memoryStandings, trustLevels } from '../vocabulary.ts'

const work = z.object({
  sessions: z
    .array(
      z.object({
        id: z.string(),
        title: z.string(),
        host: z.string(),
        startedAt: z.string(),
        trust: z
          .literal('repository')
          .optional()
          .describe('Set if it was read from a repository’s files'),
        evidence: z
          .enum(['hash', 'subject', 'files'])
          .describe(
            'Why it is here: git reported this commit in it, it committed with this subject, or it edited these files between their previous commit and this one',
          ),
        files: z.array(z.string()).describe('Files of the commit that it edited before'),
        prompts: z
          .array(z.object({ turn: z.string(), number: z.int(), at: z.string(), text: z.string() }))
          .describe('What the user asked for, from just before the first of these edits on'),
        memories: z
          .array(
            z.object({
              id: z.string(),
              kind: z.enum(memoryKinds),
              text: z.string(),
              trust: z.enum(trustLevels),
              standing: z.enum(memoryStandings),
            }),
          )
          .describe('Valid memories learned from these prompts, or in the session about the files'),
      }),
    )
    .describe('Strongest evidence first'),
  isPartial: z.boolean().describe('There was more captured work at that time than is searched'),
})

const commit = z.object({
  hash: z.string(),
  subject: z.string().describe('The repository’s word'),
  author: z.string(),
  at: z.string(),
  files: z.array(z.string()).describe('At most 30; of a merge none'),
})

const tracedCommit = work.extend({ commit })

const folder = placeFields.folder

export const traceCommit = operation({
  summary: 'The sessions, prompts and memories behind a commit',
  input: z.object({
    commit: z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^(?:head|[0-9a-f]{4,64}|[0-9a-f]{24}-[0-9a-f-]{11})$/)
      .describe('Its hash or the beginning of it, the id that recall gives, or HEAD'),
    folder,
  }),
  output: tracedCommit,
  http: { method: 'get', path: '/api/commits/:commit' },
})

export const blame = operation({
  summary: 'The commits that last changed a file, and the sessions behind them',
  input: z.object({
    file: z.string().min(1).describe('A file or folder; relative to the working folder'),
    line: numberInput(1).optional().describe('Only the commit that wrote this line'),
    limit: numberInput(1, 20).default(3).describe('At most this many commits'),
    folder,
  }),
  output: z.object({
    file: z.string().describe('Relative to the top of the repository'),
    uncommitted: work.optional().describe('The work since, if it is not committed'),
    commits: z
      .array(tracedCommit.extend({ formerly: z.string().optional().describe('Its path then') }))
      .describe('Newest first'),
    cutOff: z
      .object({ commits: z.int(), reached: z.string() })
      .optional()
      .describe('The search ended early: after so many commits, and how far back'),
  }),
  http: { method: 'get', path: '/api/blame' },
})
