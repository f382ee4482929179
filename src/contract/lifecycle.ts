/** Lifecycle events in the form subscribers get. */
import { z } from 'zod'
import { memory } from './memory.ts'
import { type LifecycleType, lifecycleVersion, memoryScopes } from './vocabulary.ts'

const time = z.iso.datetime()
const trigger = z.string().describe('What triggered it, in the host’s words: auto or manual')
const turnNumber = z.int().min(0)

const envelope = {
  id: z.string().describe('Stays the same when the event is sent again; use it to drop repeats'),
  version: z.literal(lifecycleVersion).describe('Version of this format'),
  at: time.describe('When it happened'),
  sequence: z
    .int()
    .describe('Increases within a session; events you did not subscribe to leave gaps'),
  host: z.string().optional().describe('The coding agent'),
  session: z
    .object({
      id: z.string().describe('Throughline’s id, as in throughline sessions'),
      hostSessionId: z.string().describe('The host’s id'),
      cwd: z.string().optional().describe('Working folder of the session'),
    })
    .optional()
    .describe('Absent if it happened outside a session'),
  project: z
    .object({
      id: z.string(),
      name: z.string(),
      identity: z.string().describe('Its remote, marker or path, as in throughline projects'),
    })
    .optional()
    .describe('Absent if the project is unknown'),
}

const instructionFile = z.object({
  path: z.string(),
  kind: z.string().describe('Its level, in the host’s words: User, Project, Local, Managed'),
  reason: z.string().describe('Why it was loaded, in the host’s words'),
  parent: z.string().optional().describe('The file that includes it'),
  trigger: z.string().optional().describe('The file whose reading loaded it'),
  hash: z.string().optional().describe('SHA-256 of its content when it was captured'),
  bytes: z.int().optional(),
})

const instructionPart = z.object({
  level: z.string().describe('Of a file, its kind; of a memory that Throughline gave, its scope'),
  path: z.string().optional().describe('The file'),
  memoryId: z.string().optional().describe('The memory'),
  start: z.int().describe('Where it begins in the text'),
  end: z.int().describe('Where it ends, exclusive'),
})

const eventMemory = memory.omit({ useCount: true, lastUsedAt: true })
export type EventMemory = z.infer<typeof eventMemory>

const aboutMemory = {
  memoryId: z.string(),
  memoryVersion: z.int(),
  memory: eventMemory
    .optional()
    .describe('Text of that version; absent if the memory was forgotten before this was sent'),
}

const data = {
  'session-started': z.object({
    source: z.string().describe('startup, resume, clear, compact or another value from the host'),
    loaded: z
      .object({
        memories: z.int().describe('Number of memories'),
        tokens: z.int().describe('Estimate for the whole block'),
        ids: z.array(z.string()),
        byScope: z.record(z.enum(memoryScopes), z.int()).describe('Number of memories per scope'),
      })
      .describe('The context it got from earlier sessions'),
  }),
  'pre-compact': z.object({
    trigger,
    turns: turnNumber.describe('Number of turns in the session'),
    tokens: z.object({
      inContext: z
        .int()
        .optional()
        .describe('Tokens in the model’s context, counted by the host; absent if it does not say'),
      window: z
        .int()
        .optional()
        .describe('The most tokens that context can hold; absent if the host does not say'),
      given: z.int().describe('Context Throughline has given this session so far'),
      budget: z.int().describe('Maximum context after the compaction'),
    }),
  }),
  'post-compact': z.object({
    trigger,
    turns: z
      .object({ from: turnNumber, through: turnNumber, count: z.int() })
      .describe('The turns it shortened: those since the previous compaction'),
    summary: z
      .object({ characters: z.int(), excerpt: z.string() })
      .optional()
      .describe('The host’s replacement for them, if it reports one'),
    memories: z
      .object({ count: z.int(), ids: z.array(z.string()) })
      .describe('Memories learned from this session so far; the newest 50 ids'),
  }),
  'instructions-loaded': z.object({
    loaded: z
      .string()
      .optional()
      .describe('The file that was just loaded; absent if the host does not report it'),
    files: z
      .array(instructionFile)
      .describe('Every file the session has loaded, once each, as last loaded'),
    text: z
      .string()
      .describe('All instructions in one text, redacted, those for most sessions first'),
    parts: z.array(instructionPart).describe('Where each part of the text comes from, in order'),
  }),
  'turn-ended': z.object({
    turnId: z.string(),
    turn: turnNumber.describe('Its number in the session'),
    outcome: z
      .enum(['ok', 'failed', 'cut'])
      .describe('cut: the next turn began, or the session ended, without an end event'),
    digest: z.string().describe('Summary in a few lines'),
  }),
  'memory-stored': z.object({ change: z.enum(['created', 'updated']), ...aboutMemory }),
  'memory-superseded': z.object({
    ...aboutMemory,
    supersededBy: z.string().optional().describe('Id of the memory that replaced it'),
  }),
} satisfies Record<LifecycleType, z.ZodObject>

export type LifecycleData = { [Type in LifecycleType]: z.infer<(typeof data)[Type]> }

const eventOf = <Type extends LifecycleType>(type: Type, description: string) =>
  z.object({ type: z.literal(type), ...envelope, data: data[type] }).describe(description)

/** One schema per type. */
export const lifecycleEvents = {
  'session-started': eventOf('session-started', 'A session started or resumed'),
  'pre-compact': eventOf('pre-compact', 'A session is about to be compacted'),
  'post-compact': eventOf('post-compact', 'A session was compacted'),
  'instructions-loaded': eventOf('instructions-loaded', 'The host loaded instructions'),
  'turn-ended': eventOf('turn-ended', 'A turn ended'),
  'memory-stored': eventOf('memory-stored', 'A memory was created or changed'),
  'memory-superseded': eventOf('memory-superseded', 'A memory is no longer valid'),
} satisfies Record<LifecycleType, z.ZodObject>

export type LifecycleEvent = z.infer<(typeof lifecycleEvents)[LifecycleType]>
/** The fields that every event has. */
export type LifecycleEnvelope = Omit<LifecycleEvent, 'type' | 'data'>
