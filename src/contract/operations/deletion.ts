import { z } from 'zod'
import { flagInput } from '../memory-input.ts'
import { type HandlersOf, operation } from '../operation.ts'
import { sinceInput } from './recall.ts'

const dryRun = flagInput.default(false).describe('Count what would go and delete nothing')
const confirm = flagInput.default(false).describe('Required unless dryRun: this cannot be undone')
const backups = flagInput
  .default(false)
  .describe('Also delete database backups that may contain it')

const databaseCopy = z.object({
  file: z.string(),
  at: z.string(),
  bytes: z.int(),
  isDeleted: z.boolean(),
})

const copies = z.array(databaseCopy).describe('Copies of the database that may still contain it')

const deleteHistory = operation({
  summary: 'Delete captured sessions or a turn for good',
  input: z.object({
    session: z.string().min(1).optional().describe('Session id: Throughline’s or the host’s'),
    turn: z.string().min(1).optional().describe('Turn id'),
    project: z.string().min(1).optional().describe('Project id or name'),
    before: sinceInput.optional().describe('Sessions whose last event is older'),
    memories: z
      .enum(['keep', 'delete'])
      .default('keep')
      .describe('What happens to memories that have no other source'),
    backups,
    dryRun,
    confirm,
  }),
  output: z.object({
    isDryRun: z.boolean(),
    sessions: z.int(),
    turns: z.int(),
    events: z.int(),
    toolEvents: z.int(),
    memories: z.int().describe('Number of memories deleted'),
    memoriesAlone: z.int().describe('Number of memories that had no other source'),
    memoriesShared: z.int().describe('Number of memories that lost a source and stay'),
    waiting: z.int().describe('Number of captured events deleted before they were stored'),
    active: z.int().describe('Number of sessions still open; nothing more of them is captured'),
    transcripts: z.array(z.string()).describe('Files of the hosts, which are not deleted'),
    copies,
  }),
  http: { method: 'post', path: '/api/history/delete' },
})

const purgeText = operation({
  summary: 'Remove a text from everything that is stored',
  input: z.object({
    text: z.string().min(4).max(10_000).describe('The exact text, at least 4 characters'),
    backups,
    dryRun,
    confirm,
  }),
  output: z.object({
    isDryRun: z.boolean(),
    places: z.array(z.object({ place: z.string(), count: z.int() })),
    total: z.int(),
    left: z.array(z.string()).describe('Other files that contain it, which are not changed'),
    copies,
  }),
  http: { method: 'post', path: '/api/history/purge' },
})

const prune = operation({
  summary: 'Remove what is older than the retention settings allow',
  input: z.object({
    dryRun,
    compact: flagInput
      .default(false)
      .describe('Also rewrite the database file: frees disk space, removes stray copies'),
  }),
  output: z.object({
    isDryRun: z.boolean(),
    items: z.array(z.object({ what: z.string(), count: z.int(), reason: z.string() })),
    paused: z.string().optional().describe('Why nothing is removed now'),
  }),
  http: { method: 'post', path: '/api/prune' },
})

const keepSession = operation({
  summary: 'Keep a session that retention marked for deletion',
  input: z.object({ id: z.string().min(1).describe('Session id: Throughline’s or the host’s') }),
  output: z.object({ id: z.string() }),
  http: { method: 'post', path: '/api/sessions/:id/keep' },
})

export const deletionOperations = { deleteHistory, purgeText, prune, keepSession }

export type DeletionHandlers = HandlersOf<typeof deletionOperations>
