/** The lines of a bundle, and of the files by which two machines sync. */
import { z } from 'zod'

import { memory, memorySource } from './memory.ts'
import { memoryScopes } from './vocabulary.ts'

/** Raise it when older versions would misread a bundle. Lines and members may be added without. */
export const bundleFormat = 1

const bundleContents = ['everything', 'memories'] as const
export type BundleContents = (typeof bundleContents)[number]

export const bundleHeader = z.object({
  type: z.literal('bundle'),
  format: z.int().positive(),
  contents: z.enum(bundleContents),
  /** The identity of the only project in it. */
  project: z.string().optional(),
  at: z.iso.datetime(),
  counts: z.record(z.string(), z.int()),
})
export type BundleHeader = z.infer<typeof bundleHeader>

export const bundleEnd = z.object({
  type: z.literal('end'),
  lines: z.int(),
  /** Of the bytes of every line before, line ends included. */
  sha256: z.string(),
})
export type BundleEnd = z.infer<typeof bundleEnd>

/** Generous limits: they keep nonsense out, while the store's own rules made what is in a bundle. */
const id = z.string().min(1).max(200)
const time = z.iso.datetime()
const line = z.string().max(4_096)

export const bundledMemory = memory.extend({
  id,
  scopeId: line,
  key: line.optional(),
  content: z.string().min(1).max(20_000),
  tags: z.array(line).max(200),
  keywords: z.array(line).max(200),
  files: z.array(line).max(200),
  importance: z.number().min(0).max(1),
  author: z.object({ id, name: line }).optional(),
  host: line.optional(),
  commit: line.optional(),
  validFrom: time,
  validTo: time.optional(),
  confirmedAt: time.optional(),
  supersededBy: id.optional(),
  useCount: z.int().min(0),
  lastUsedAt: time.optional(),
  version: z.int().positive(),
  createdAt: time,
  updatedAt: time,
})

const state = {
  memory: bundledMemory,
  /** When this version began to be valid. */
  versionFrom: time,
  sources: z.array(memorySource.extend({ ref: line })).max(1_000),
  revisions: z
    .array(z.object({ validFrom: time, validTo: time, memory: bundledMemory }))
    .max(10_000),
}

const bundleMemoryLine = z.object({ type: z.literal('memory'), ...state })
export type BundleMemoryLine = z.infer<typeof bundleMemoryLine>

const forgottenLine = z.object({
  type: z.literal('forgotten'),
  id,
  scope: z.enum(memoryScopes),
  scopeId: line,
  forgottenAt: time,
  /** What it said and all that was kept about it, while it can still be restored. */
  archive: z.looseObject({ memory: bundledMemory }).optional(),
})
export type ForgottenLine = z.infer<typeof forgottenLine>

const projectLine = z.object({
  type: z.literal('project'),
  id,
  identity: line.min(1),
  name: line.min(1),
  root: line.optional(),
  createdAt: time,
  aliases: z.array(line).max(10_000),
  commits: z.array(z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/)).max(10_000),
})
export type BundleProjectLine = z.infer<typeof projectLine>

/** What superseded a memory; after all memories, because it may be any of them. */
const successorLine = z.object({ type: z.literal('successor'), id, by: id })

/** A row of history, links or decisions. */
const rowLine = z.object({
  type: z.literal('row'),
  table: z.string(),
  row: z.record(z.string(), z.json()),
})
export type RowLine = z.infer<typeof rowLine>

export const bundleLine = z.discriminatedUnion('type', [
  projectLine,
  bundleMemoryLine,
  forgottenLine,
  successorLine,
  rowLine,
])
export type BundleLine = z.infer<typeof bundleLine>
