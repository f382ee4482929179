/** What members may read about their team: memories as a reader, others' usage as an admin. */

import type { OpenConflict } from '../../../contract/team/conflicts.ts'
import type { Clock } from '../../ports/runtime.ts'
import type {
  DayCount,
  DigestFilter,
  LearnedCount,
  PersonRequests,
  ProjectReport,
  ProjectStorage,
  ReportedDigest,
  ReportedMemory,
  ReportFilter,
  TeamReportStore,
} from '../../ports/team/team-report-store.ts'
import type { SyncConflict, SyncRevision, TeamSyncStore } from '../../ports/team/team-sync-store.ts'
import { isSuspicious } from '../../provenance/suspicion.ts'
import type { Caller } from '../caller.ts'
import { requireAdmin, requireScope } from '../people/actor.ts'
import { listConflicts } from '../server/conflicts.ts'

export interface ReportPorts {
  readonly reports: TeamReportStore
  readonly sync: TeamSyncStore
  readonly clock: Clock
}

const dayMs = 86_400_000
const chartDays = 28

export interface Overview {
  readonly projects: readonly ProjectReport[]
  /** In the last seven days. */
  readonly learned: readonly LearnedCount[]
  readonly newest: readonly ReportedMemory[]
  readonly sessions: readonly ReportedDigest[]
  /** For each of the last 28 days, oldest first. */
  readonly days: readonly DayCount[]
}

export async function readOverview(ports: ReportPorts, caller: Caller): Promise<Overview> {
  requireScope(caller, 'recall')
  const { reports, clock } = ports
  const reader = reports.reading(caller.organisation)
  const now = clock.now()
  const learnedSince = daysBefore(now, 7).toISOString()
  const { id } = caller.person
  const since = daysBefore(now, chartDays - 1)
  const [projects, learned, newest, sessions, counted] = await Promise.all([
    reader.projects(id, learnedSince),
    reader.learned(id, learnedSince),
    reader.memories(id, { learnedSince }, 8),
    reader.digests(id, { endedSince: learnedSince }, 5),
    reader.changesByDay(`${dayOf(since)}T00:00:00.000Z`),
  ])
  return { projects, learned, newest, sessions, days: fillDays(since, counted) }
}

const daysBefore = (time: Date, days: number): Date => new Date(time.getTime() - days * dayMs)

const dayOf = (time: Date) => time.toISOString().slice(0, 10)

function fillDays(since: Date, counted: readonly DayCount[]): DayCount[] {
  const changes = new Map(counted.map((each) => [each.day, each.changes]))
  return Array.from({ length: chartDays }, (_, index) => {
    const day = dayOf(new Date(since.getTime() + index * dayMs))
    return { day, changes: changes.get(day) ?? 0 }
  })
}

/** Ordered by name. */
export async function readProjects(
  { reports, clock }: ReportPorts,
  caller: Caller,
): Promise<ProjectReport[]> {
  requireScope(caller, 'recall')
  const since = daysBefore(clock.now(), 7).toISOString()
  return reports.reading(caller.organisation).projects(caller.person.id, since)
}

export interface BrowsedMemories {
  readonly memories: readonly ReportedMemory[]
  /** The start of the next page. */
  readonly before?: number | undefined
}

const memoriesPerPage = 50

export async function browseMemories(
  { reports }: ReportPorts,
  caller: Caller,
  filter: ReportFilter,
): Promise<BrowsedMemories> {
  requireScope(caller, 'recall')
  const reader = reports.reading(caller.organisation)
  const found = await reader.memories(caller.person.id, filter, memoriesPerPage + 1)
  const memories = found.slice(0, memoriesPerPage)
  const isLast = found.length <= memoriesPerPage
  return { memories, before: isLast ? undefined : memories.at(-1)?.sequence }
}

export interface BrowsedDigests {
  readonly digests: readonly ReportedDigest[]
  /** The start of the next page. */
  readonly before?: number | undefined
}

const digestsPerPage = 20

export async function browseDigests(
  { reports }: ReportPorts,
  caller: Caller,
  filter: DigestFilter,
): Promise<BrowsedDigests> {
  requireScope(caller, 'recall')
  const reader = reports.reading(caller.organisation)
  const found = await reader.digests(caller.person.id, filter, digestsPerPage + 1)
  const digests = found.slice(0, digestsPerPage)
  const isLast = found.length <= digestsPerPage
  return { digests, before: isLast ? undefined : digests.at(-1)?.sequence }
}

export interface MemoryReport {
  readonly memory: ReportedMemory
  /** Former versions, newest first. */
  readonly revisions: readonly SyncRevision[]
  /** Changes that lost, oldest first. */
  readonly conflicts: readonly SyncConflict[]
}

/** Undefined if it does not exist or is someone else's own. */
export async function readMemoryReport(
  { reports, sync }: ReportPorts,
  caller: Caller,
  id: string,
): Promise<MemoryReport | undefined> {
  requireScope(caller, 'recall')
  const memory = await reports.reading(caller.organisation).memory(caller.person.id, id)
  if (!memory) return undefined
  const reader = sync.reading(caller.organisation)
  const [revisions, conflicts] = await Promise.all([
    reader.revisions(memory.project.id, id),
    reader.conflicts(memory.project.id),
  ])
  return {
    memory,
    revisions: revisions.toReversed(),
    conflicts: conflicts.filter(({ memoryId }) => memoryId === id),
  }
}

export interface Usage {
  readonly projects: readonly ProjectReport[]
  readonly storage: readonly ProjectStorage[]
  /** For the last 24 hours. */
  readonly requests: readonly PersonRequests[]
}

/** @throws `not-allowed` */
export async function readUsage(ports: ReportPorts, caller: Caller): Promise<Usage> {
  requireAdmin(caller)
  const reader = ports.reports.reading(caller.organisation)
  const { id } = caller.person
  const since = daysBefore(ports.clock.now(), 1).toISOString()
  const [projects, storage, requests] = await Promise.all([
    reader.projects(id, since),
    reader.storage(id),
    reader.requests(since),
  ])
  return { projects, storage, requests }
}

export interface TeamReview {
  readonly conflicts: readonly OpenConflict[]
  /** Learned this week, and tells agents to do something that a person should check first. */
  readonly suspicious: readonly ReportedMemory[]
}

const mostLookedAt = 500

export async function readReview(ports: ReportPorts, caller: Caller): Promise<TeamReview> {
  requireScope(caller, 'recall')
  const { reports, sync, clock } = ports
  const reader = reports.reading(caller.organisation)
  const { id } = caller.person
  const learnedSince = daysBefore(clock.now(), 7).toISOString()
  const [projects, recent] = await Promise.all([
    reader.projectsInConflict(id),
    reader.memories(id, { learnedSince }, mostLookedAt),
  ])
  const conflicts: OpenConflict[] = []
  for (const project of projects) {
    conflicts.push(...(await listConflicts(sync, caller, { project })).conflicts)
  }
  return { conflicts, suspicious: recent.filter(({ text }) => isSuspicious(text.content)) }
}
