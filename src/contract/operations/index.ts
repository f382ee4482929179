/** Every operation by its name. */
import type { z } from 'zod'
import type { HandlersOf, Operation } from '../operation.ts'
import { checkOperations } from './checks.ts'
import { consolidationOperations } from './consolidation.ts'
import { getContext, getContextStats } from './context.ts'
import { getCost } from './cost.ts'
import { deletionOperations } from './deletion.ts'
import { guardOperations } from './guards.ts'
import { blame, traceCommit } from './history.ts'
import { getHotspots } from './hotspots.ts'
import { importOperations } from './import.ts'
import { extractSession, learnNext, listLearned, listUnread } from './learning.ts'
import {
  listJobs,
  rebuild,
  retryJobs,
  settingsOperations,
  subscriberOperations,
} from './maintenance.ts'
import { memoryOperations } from './memories.ts'
import { memoryBatchOperations } from './memory-batches.ts'
import { listMemoryGroups } from './memory-groups.ts'
import { projectOperations } from './projects.ts'
import { proofOperations } from './proof.ts'
import { findIds, getTimeline, recall } from './recall.ts'
import { reviewOperations } from './review.ts'
import { getSession, getToolEvent, listSessions } from './sessions.ts'
import { checkHealth, getGrowth, getHosts, getOverview, getStatus } from './status.ts'
import { wikiOperations } from './wiki.ts'

export const operations = {
  getOverview,
  getStatus,
  checkHealth,
  ...memoryOperations,
  ...memoryBatchOperations,
  ...consolidationOperations,
  ...reviewOperations,
  ...guardOperations,
  ...checkOperations,
  listLearned,
  recall,
  getTimeline,
  findIds,
  traceCommit,
  blame,
  listSessions,
  getSession,
  getToolEvent,
  extractSession,
  listUnread,
  learnNext,
  getContext,
  getContextStats,
  getCost,
  getGrowth,
  getHotspots,
  listMemoryGroups,
  ...proofOperations,
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
