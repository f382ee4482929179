/**
 * What a client and a team server say to each other to sync. Every answer to a push names the change
 * it led to, so that a client notices when the server was set back to a backup.
 */
import { z } from 'zod'
import { bundledMemory } from '../bundle.ts'
import { memoryLimits } from '../vocabulary.ts'
import { digestText } from './digest-text.ts'
import { policyChoices } from './vocabulary.ts'

export const syncLimits = {
  operationsPerPush: 100,
  changesPerPull: 200,
  statesPerRequest: 200,
  /** Memories of a project are compared by this many hashes; its number is the id's last two digits. */
  buckets: 256,
  entriesPerBucket: 10_000,
} as const

const id = z.uuid()
const time = z.iso.datetime()
const line = z.string().max(4_096)

/** A change of the organisation: its number, and a random mark that a restored backup cannot repeat. */
const mark = z.object({
  sequence: z.int().min(0),
  mark: z.string().regex(/^[0-9a-f]{16}$/),
})
export type Mark = z.infer<typeof mark>

export const author = z.object({ id, name: line.min(1) })
export type Author = z.infer<typeof author>

/**
 * Who shared a memory first, and when, with the server's proof. Clients keep it and send it back, since a
 * server that was restored from a backup may not know. Older clients and servers leave it out.
 */
const origin = z.object({
  person: id,
  at: time,
  proof: z.string().regex(/^[0-9a-f]{64}$/),
})
export type Origin = z.infer<typeof origin>

const { kind, importance, trust, host, commit } = bundledMemory.shape
const { validFrom, validTo, createdAt, updatedAt } = bundledMemory.shape

/**
 * What a memory says: a part of its line in a bundle, within tighter limits. What is each machine's own
 * stays there: pins, uses, sources, former versions and ids of projects.
 */
export const sharedText = z.object({
  ...{ kind, importance, trust, host, commit, validFrom, validTo, createdAt, updatedAt },
  key: z.string().max(memoryLimits.keyCharacters).optional(),
  content: z.string().min(1).max(memoryLimits.contentCharacters),
  tags: z.array(line).max(memoryLimits.tags),
  keywords: z.array(line).max(memoryLimits.keywords),
  files: z.array(line).max(memoryLimits.files),
  /** Only if that is shared too. */
  supersededBy: id.optional(),
})
export type SharedText = z.infer<typeof sharedText>

/** A memory as the server has it. Versions are the server's own count. */
const sharedMemory = z.object({
  type: z.literal('memory'),
  id,
  project: id,
  version: z.int().positive(),
  /** Who wrote these words. */
  author,
  origin: origin.optional(),
  text: sharedText,
  /** The author's first memory reached the team less than 24 hours ago, by the server's clock. */
  isFromNewcomer: z.literal(true).optional(),
})
export type SharedMemory = z.infer<typeof sharedMemory>

/** The digest of a session. Clients get digests, and their removals, only if they ask for them. */
const sharedDigest = z.object({
  type: z.literal('digest'),
  id,
  project: id,
  version: z.int().positive(),
  author,
  origin: origin.optional(),
  text: digestText,
})
export type SharedDigest = z.infer<typeof sharedDigest>

/** What was removed, if it was not a memory. */
const of = z.literal('digest').optional()

/** `forgotten` holds for everyone; `withdrawn` was taken back by its author, who may keep it. */
const sharedRemoval = z.object({
  type: z.enum(['forgotten', 'withdrawn']),
  of,
  id,
  project: id,
  version: z.int().positive(),
  author,
  origin: origin.optional(),
})
export type SharedRemoval = z.infer<typeof sharedRemoval>

const sharedState = z.discriminatedUnion('type', [sharedMemory, sharedDigest, sharedRemoval])
export type SharedState = z.infer<typeof sharedState>

/**
 * What a newer server added, and this version cannot read, is left out and holds up nothing. Comparing
 * finds it again once the client is newer.
 */
const readable = <Schema extends z.ZodType>(schema: Schema, most: number) =>
  z
    .array(z.unknown())
    .max(most)
    .transform((items) =>
      items.flatMap((item): z.infer<Schema>[] => {
        const read = schema.safeParse(item)
        return read.success ? [read.data] : []
      }),
    )

const removing = { key: id, id, project: id, of, origin: origin.optional() }
const putting = {
  key: id,
  id,
  project: id,
  /** The server's version that was changed; 0 for what is new. */
  base: z.int().min(0),
  origin: origin.optional(),
}

/** One change on a client. Sent until it is answered, always with the same key and content. */
export const syncOperation = z.discriminatedUnion('type', [
  z.object({ type: z.literal('put'), ...putting, text: sharedText }),
  z.object({ type: z.literal('put-digest'), ...putting, text: digestText }),
  z.object({ type: z.literal('forget'), ...removing }),
  z.object({ type: z.literal('withdraw'), ...removing }),
])
export type SyncOperation = z.infer<typeof syncOperation>

/**
 * What became of an operation.
 * `stored`: it is the server's state now.
 * `same`: another memory of the project says this already; `id` names it.
 * `conflict`: someone else changed it meanwhile. Theirs stays valid, ours is kept for review.
 * `forgotten`, `withdrawn`: it was removed before, and stays removed.
 * `not-yours`: only who shared it first, or an admin, may do that.
 * `over-quota`: the organisation has no room for it; `reason` says of what. To be tried again later.
 * `refused`: it can never be stored; `reason` says why.
 */
const operationOutcomes = [
  'stored',
  'same',
  'conflict',
  'forgotten',
  'withdrawn',
  'not-yours',
  'over-quota',
  'refused',
] as const

export const operationAnswer = z.object({
  key: id,
  outcome: z.enum(operationOutcomes),
  /** Of the memory that is valid now; absent if there is none. */
  id: id.optional(),
  version: z.int().positive().optional(),
  origin: origin.optional(),
  /** The change it led to; of one that changed nothing, the last change before. */
  at: mark,
  reason: line.optional(),
})
export type OperationAnswer = z.infer<typeof operationAnswer>

export const pushRequest = z.object({
  /** The newest change that an earlier push was answered with. */
  witness: mark.optional(),
  operations: z.array(syncOperation).max(syncLimits.operationsPerPush),
})
export type PushRequest = z.infer<typeof pushRequest>

/** `reset`: this server does not have the witnessed change; nothing was applied. */
export const pushAnswer = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('ok'),
    answers: readable(operationAnswer, syncLimits.operationsPerPush),
  }),
  z.object({ status: z.literal('reset') }),
])
export type PushAnswer = z.infer<typeof pushAnswer>

/** Whose memories count without a personal approval. */
const teamPolicy = z.object({
  version: z.int().min(0),
  approve: z.enum(policyChoices),
  /** Those who are named. */
  people: z.array(id).max(10_000),
  /** Whose first memory reached the team less than 24 hours ago: no policy approves them yet. */
  newcomers: z.array(id).max(10_000),
})
export type TeamPolicy = z.infer<typeof teamPolicy>

export const pullRequest = z.object({
  projects: z.array(id).max(10_000),
  /** Absent for the beginning. */
  after: mark.optional(),
  witness: mark.optional(),
  /** Clients that know no digests get none. */
  digests: z.literal(true).optional(),
})
export type PullRequest = z.infer<typeof pullRequest>

/**
 * The last state of each memory that changed, in the order of their last changes. `reset`: the server
 * lacks the change asked for, because it was restored or pruned its log: compare everything.
 */
export const pullAnswer = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('ok'),
    states: readable(sharedState, syncLimits.changesPerPull),
    /** How far this answer goes. */
    upTo: mark,
    isLast: z.boolean(),
    /** Absent from servers that have none. */
    policy: teamPolicy.optional(),
  }),
  z.object({ status: z.literal('reset') }),
])
export type PullAnswer = z.infer<typeof pullAnswer>

/** The number of the last change that the client knows of, 0 for none. */
export const waitRequest = z.object({
  after: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
})

/** The last change. It is the one asked about if nothing happened for so long. */
export const waitAnswer = z.object({ sequence: z.int().min(0) })
export type WaitAnswer = z.infer<typeof waitAnswer>

/** In a query. Without it, digests are not compared. */
const withDigests = z
  .literal('true')
  .transform(() => true)
  .optional()

export const bucketsRequest = z.object({ project: id, digests: withDigests })

const bucketName = z.string().regex(/^[0-9a-f]{2}$/)
export const bucketRequest = z.object({ project: id, bucket: bucketName, digests: withDigests })

export const statesRequest = z.object({
  project: id,
  ids: z.array(id).max(syncLimits.statesPerRequest),
})

/** How far the comparison has come, and a hash for each bucket that is not empty. */
export const bucketsAnswer = z.object({
  at: mark,
  hashes: z.record(bucketName, z.string().max(100)),
})
export type BucketsAnswer = z.infer<typeof bucketsAnswer>

/** The ids and versions in a bucket, removed ones with their type. */
const bucketEntry = z.object({
  id,
  version: z.int().positive(),
  type: z.enum(['memory', 'digest', 'forgotten', 'withdrawn']),
})
export type BucketEntry = z.infer<typeof bucketEntry>

export const bucketAnswer = z.object({
  entries: readable(bucketEntry, syncLimits.entriesPerBucket),
})
export type BucketAnswer = z.infer<typeof bucketAnswer>

export const statesAnswer = z.object({
  states: readable(sharedState, syncLimits.statesPerRequest),
})
export type StatesAnswer = z.infer<typeof statesAnswer>

/** A shared project. `personal` is where one's own devices share what is global. */
export const sharedProject = z.object({
  id,
  type: z.enum(['team', 'personal']),
  identity: line.min(1),
  name: line.min(1),
  aliases: z.array(line).max(1_000),
  memories: z.int().min(0),
  /** Absent from servers that take no digests. */
  digests: z.int().min(0).optional(),
})
export type SharedProject = z.infer<typeof sharedProject>

export const projectsAnswer = z.object({ projects: z.array(sharedProject) })

export const shareRequest = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('team'),
    identity: line.min(1),
    name: line.min(1),
    aliases: z.array(line).max(1_000),
  }),
  z.object({ type: z.literal('personal') }),
])

export const unshareRequest = z.object({ project: id })
export type ShareRequest = z.infer<typeof shareRequest>
