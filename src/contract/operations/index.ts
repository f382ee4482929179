/** Every operation by its name. */
import type { z } from 'zod'
import type { HandlersOf, Operation } from '../operation.ts'
import { consolidationOperations } from './consolidation.ts'
import { getContext } from './context.ts'
import { getContextStats } from './context-stats.ts'
import { getCost } from './cost.ts'
import { deletionOperations } from './deletion.ts'
import { extractSession } from './extraction.ts'
import { getGrowth } from './growth.ts'
import { checkHealth } from './health.ts'
import { getHosts } from './hosts.ts'
import { importOperations } from './import.ts'
import { listJobs, retryJobs } from './jobs.ts'
import { listLearned } from './learned.ts'
import { memoryOperations } from './memories.ts'
import { memoryBatchOperations } from './memory-batches.ts'
import { getOverview } from './overview.ts'
import { projectOperations } from './projects.ts'
import { rebuild } from './rebuild.ts'
import { findIds, getTimeline, recall } from './recall.ts'
import { reviewOperations } from './review.ts'
import { getSession, getToolEvent, listSessions } from './sessions.ts'
import { settingsOperations } from './settings.ts'
import { getStatus } from './status.ts'
import { subscriberOperations } from './subscribers.ts'
import { wikiOperations } from './wiki.ts'

export const operations = {
  getOverview,
  getStatus,
  checkHealth,
  ...memoryOperations,
  ...memoryBatchOperations,
  ...consolidationOperations,
  ...reviewOperations,
  listLearned,
  recall,
  getTimeline,
  findIds,
  listSessions,
  getSession,
  getToolEvent,
  extractSession,
  getContext,
  getContextStats,
  getCost,
  getGrowth,
  listJobs,
  retryJobs,
  ...projectOperations,
  ...subscriberOperations,
  ...settingsOperations,
  getHosts,
  rebuild,
  ...importOperations,
  ...deletionOperations,
  ...wikiOperations,
} satisfies Record<string, Operation>

export type OperationName = keyof typeof operations
export type InputOf<Name extends OperationName> = z.infer<(typeof operations)[Name]['input']>
export type OutputOf<Name extends OperationName> = z.infer<(typeof operations)[Name]['output']>

export type OperationHandlers = HandlersOf<typeof operations>
