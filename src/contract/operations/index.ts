/** Every operation by its name. */
import type { z } from 'zod'
import type { Operation } from '../operation.ts'
import { listJobs, retryJobs } from './jobs.ts'
import { memoryOperations } from './memories.ts'
import { getProject, listProjects, mergeProjects, moveProject, renameProject } from './projects.ts'
import { getTimeline, recall } from './recall.ts'
import { getSession, getToolEvent, listSessions } from './sessions.ts'
import { getStatus } from './status.ts'

export const operations = {
  getStatus,
  ...memoryOperations,
  recall,
  getTimeline,
  listSessions,
  getSession,
  getToolEvent,
  listJobs,
  retryJobs,
  listProjects,
  getProject,
  renameProject,
  mergeProjects,
  moveProject,
} satisfies Record<string, Operation>

export type OperationName = keyof typeof operations
export type InputOf<Name extends OperationName> = z.infer<(typeof operations)[Name]['input']>
export type OutputOf<Name extends OperationName> = z.infer<(typeof operations)[Name]['output']>

/** What the core provides: every operation, implemented. */
export type OperationHandlers = {
  readonly [Name in OperationName]: (input: InputOf<Name>) => Promise<OutputOf<Name>>
}
