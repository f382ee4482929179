import { z } from 'zod'
import { type HandlersOf, operation } from '../operation.ts'

const foundHistory = z.object({
  source: z.string().describe('The name for `import --from`'),
  displayName: z.string(),
  sessions: z
    .int()
    .describe('0 where only additions to known sessions, or unreadable files, are left'),
  items: z.int().describe('Files, or sessions of a database'),
  projects: z.int().describe('0 if counting them would mean reading everything'),
  bytes: z.int(),
  since: z.string().optional().describe('When the first of its sessions began'),
})

const foundMemories = z.object({
  source: z.string(),
  displayName: z.string(),
  unit: z.string().describe('What the tool calls them, such as observation'),
  memories: z.int(),
  bytes: z.int(),
})

const share = z.object({ done: z.int(), all: z.int() })

const importRun = z.object({
  state: z
    .enum(['running', 'done', 'stopped'])
    .describe('stopped: it was interrupted; the next import continues'),
  startedAt: z.string(),
  updatedAt: z.string(),
  sessions: share,
  bytes: share,
  secondsLeft: z.int().optional(),
  brought: z.object({
    sessions: z.int(),
    turns: z.int(),
    toolCalls: z.int(),
    failures: z.int().describe('Failed tool calls among them'),
    memories: z.int().describe('Memories of other tools'),
    candidates: z.int().describe('Candidates of other tools'),
  }),
  unreadable: z.int().describe('Files that could not be read'),
})

export type ImportRun = z.infer<typeof importRun>

export const importOperations = {
  findImports: operation({
    summary: 'Earlier sessions and memories that agents and other tools left on this machine',
    input: z.object({}),
    output: z.object({ found: z.array(foundHistory), memories: z.array(foundMemories) }),
    http: { method: 'get', path: '/api/import/found' },
  }),
  getImport: operation({
    summary: 'The import that is running, or the last one',
    input: z.object({}),
    output: z.object({
      run: importRun.optional(),
      learned: z
        .object({ memories: z.int(), candidates: z.int() })
        .optional()
        .describe('Learned from sessions since it began; what was stored by hand does not count'),
    }),
    http: { method: 'get', path: '/api/import' },
  }),
  startImport: operation({
    summary: 'Import earlier sessions in the background',
    input: z.object({
      sources: z.array(z.string()).optional().describe('Only these; default: everything found'),
    }),
    output: z.object({ run: importRun.optional() }),
    http: { method: 'post', path: '/api/import' },
  }),
}

export type ImportHandlers = HandlersOf<typeof importOperations>
