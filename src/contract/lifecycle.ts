/** The events others are told of, as they are sent. */
import { z } from 'zod'
import { memory, memoryScopes } from './memory.ts'
import { type LifecycleType, lifecycleVersion } from './vocabulary.ts'

const time = z.iso.datetime()
const trigger = z.string().describe('What set it off, in the host’s word: auto or manual')
const turnNumber = z.int().min(0)

const envelope = {
  id: z.string().describe('The same whenever this event is sent again: know it by this'),
  version: z.literal(lifecycleVersion).describe('Of this form'),
  at: time.describe('When it happened'),
  sequence: z
    .int()
    .describe('Grows within a session; numbers are missing where you did not ask for an event'),
  host: z.string().optional().describe('The coding agent'),
  session: z
    .object({
      id: z.string().describe('Ours, as in throughline sessions'),
      hostSessionId: z.string().describe('The host’s'),
      cwd: z.string().optional().describe('The folder it is in'),
    })
    .optional()
    .describe('Missing for what happened outside of any session'),
  project: z
    .object({
      id: z.string(),
      name: z.string(),
      identity: z.string().describe('Its remote, marker or path, as in throughline projects'),
    })
    .optional()
    .describe('Missing where no project is known'),
}

const instructionFile = z.object({
  path: z.string(),
  kind: z.string().describe('Whose it is, in the host’s word: User, Project, Local, Managed'),
  reason: z.string().describe('Why it was loaded, in the host’s word'),
  parent: z.string().optional().describe('The file that includes it'),
  trigger: z.string().optional().describe('The file whose reading led to it'),
  hash: z.string().optional().describe('SHA-256 of its content when it was captured'),
  bytes: z.int().optional(),
})

const toldMemory = memory.omit({ useCount: true, lastUsedAt: true })
export type ToldMemory = z.infer<typeof toldMemory>

const aboutMemory = {
  memoryId: z.string(),
  memoryVersion: z.int(),
  memory: toldMemory
    .optional()
    .describe('As that version said it; missing when it was forgotten before this was sent'),
}

const data = {
  'session-started': z.object({
    source: z.string().describe('startup, resume, clear, compact or another word of the host'),
    loaded: z
      .object({
        memories: z.int().describe('How many'),
        tokens: z.int().describe('Of the whole block, at most'),
        ids: z.array(z.string()),
        byScope: z.record(z.enum(memoryScopes), z.int()).describe('How many of each scope'),
      })
      .describe('What it was handed of earlier sessions'),
  }),
  'pre-compact': z.object({
    trigger,
    turns: turnNumber.describe('How many turns the session has'),
    tokens: z.object({
      inContext: z
        .int()
        .optional()
        .describe('What the last answer was made from, where the host’s transcript tells'),
      handed: z.int().describe('What Throughline has handed to this session so far'),
      budget: z.int().describe('What it will hand over at most after the compaction'),
    }),
  }),
  'post-compact': z.object({
    trigger,
    turns: z
      .object({ from: turnNumber, through: turnNumber, count: z.int() })
      .describe('The turns it shortened: those since the compaction before'),
    summary: z
      .object({ characters: z.int(), excerpt: z.string() })
      .optional()
      .describe('What the host put in their place, where it tells'),
    memories: z
      .object({ count: z.int(), ids: z.array(z.string()) })
      .describe('What was kept: memories learned from this session until now; the newest 50 ids'),
  }),
  'instructions-loaded': z.object({
    loaded: z.string().describe('The file that was loaded now'),
    files: z
      .array(instructionFile)
      .describe('All that the session has loaded, each once as it was loaded last'),
  }),
  'turn-ended': z.object({
    turnId: z.string(),
    turn: turnNumber.describe('Its number in the session'),
    outcome: z
      .enum(['ok', 'failed', 'cut'])
      .describe('cut: the next one began, or the session ended, without a word of its end'),
    digest: z.string().describe('What it came to, in a few lines'),
  }),
  'memory-stored': z.object({ change: z.enum(['created', 'updated']), ...aboutMemory }),
  'memory-superseded': z.object({
    ...aboutMemory,
    supersededBy: z.string().optional().describe('Id of the memory that holds instead'),
  }),
} satisfies Record<LifecycleType, z.ZodObject>

export type LifecycleData = { [Type in LifecycleType]: z.infer<(typeof data)[Type]> }

const eventOf = <Type extends LifecycleType>(type: Type) =>
  z.object({ type: z.literal(type), ...envelope, data: data[type] })

/** One schema for each type. */
export const lifecycleEvents = {
  'session-started': eventOf('session-started').describe('A session began or was taken up again'),
  'pre-compact': eventOf('pre-compact').describe('A session is about to be compacted'),
  'post-compact': eventOf('post-compact').describe('A session was compacted'),
  'instructions-loaded': eventOf('instructions-loaded').describe(
    'The host loaded an instruction file',
  ),
  'turn-ended': eventOf('turn-ended').describe('A turn came to its end'),
  'memory-stored': eventOf('memory-stored').describe('A memory is new or says something else now'),
  'memory-superseded': eventOf('memory-superseded').describe('A memory holds no longer'),
} satisfies Record<LifecycleType, z.ZodObject>

export const lifecycleEvent = z.discriminatedUnion('type', [
  lifecycleEvents['session-started'],
  lifecycleEvents['pre-compact'],
  lifecycleEvents['post-compact'],
  lifecycleEvents['instructions-loaded'],
  lifecycleEvents['turn-ended'],
  lifecycleEvents['memory-stored'],
  lifecycleEvents['memory-superseded'],
])

export type LifecycleEvent = z.infer<typeof lifecycleEvent>
/** What every event has, whatever its type. */
export type LifecycleEnvelope = Omit<LifecycleEvent, 'type' | 'data'>
