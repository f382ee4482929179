/** Answers a host's event with context, and keeps account of what it was given. */

import type { CapturePlace } from '../model/capture-place.ts'
import { contentKey } from '../model/content-key.ts'
import type { ContextEvent, ContextPlan, ContextRequest, HostSession } from '../model/context.ts'
import type { Hash } from '../model/hash.ts'
import type { HostEvent } from '../model/host-event.ts'
import type { IdSource } from '../ports/clock.ts'
import type { HostCapabilities, HostProtocol } from '../ports/host.ts'
import type { InjectionStore } from '../ports/injection-store.ts'
import {
  type ContextPorts,
  type ContextSettings,
  planContext,
  planFirstPrompt,
} from './plan-context.ts'
import { type RecentFilesPorts, recentFiles } from './recent-files.ts'

export interface GivePorts extends ContextPorts, Pick<RecentFilesPorts, 'changedFiles'> {
  readonly injections: Pick<InjectionStore, 'shownTo' | 'standings' | 'record'>
  readonly history: ContextPorts['history'] & RecentFilesPorts['history']
  readonly ids: IdSource
  readonly hash: Hash
  /** A prompt without what is not to be remembered, our own blocks among it. */
  readonly withoutPrivate: (text: string) => string
}

export interface Asking {
  readonly host: Pick<HostProtocol, 'events' | 'capabilities'>
  readonly event: HostEvent
  readonly folder: string | undefined
  /** Asked only where context may be given. */
  readonly findPlace: () => Promise<CapturePlace>
  /** Whether the host has given up by now; what it does not get is not recorded either. */
  readonly isLate: () => boolean
}

/** @returns the block; empty when there is nothing to say, or no time left to say it */
export async function giveContext(
  asking: Asking,
  ports: GivePorts,
  settings: ContextSettings,
): Promise<string> {
  const { host, event, folder, isLate } = asking
  const prompt = promptOf(event, ports)
  if (settings.enabled && isLostBy(event, host.capabilities)) await forgetShown(event, ports)
  const moment = settings.enabled ? momentOf(event, prompt, host) : undefined
  if (moment === undefined) return ''
  const place = await asking.findPlace()
  if (place.kind === 'disabled') return ''
  const { projectId, branch } = place
  const session = { host: event.host, hostSessionId: event.sessionId }
  const isFirst = moment === 'prompt' && (await lacksStart(session, host.capabilities, ports))
  const isStart = moment === 'session-start' || isFirst
  const request: ContextRequest = {
    event: moment,
    source: event.detail.kind === 'session-start' ? event.detail.source : undefined,
    session,
    projectId,
    branch,
    files: isStart ? await recentFiles({ folder, projectId }, ports) : [],
    prompt,
    mostCharacters: host.capabilities.maxContextCharacters,
  }
  const plan = await (isFirst ? planFirstPrompt : planContext)(request, ports, settings)
  const given = { ...request, event: isStart ? ('session-start' as const) : moment }
  const cause = contentKey(event, ports.hash)
  return (await isRecorded(plan, given, session, cause, isLate, ports)) ? plan.text : ''
}

/** Undefined when the host takes nothing now; a prompt of a subagent is not the session's. */
function momentOf(
  { name, detail, agent }: HostEvent,
  prompt: string | undefined,
  { events, capabilities }: Asking['host'],
): ContextEvent | undefined {
  if (!events.some((spec) => spec.name === name && spec.answers)) return undefined
  switch (detail.kind) {
    case 'session-start':
      return takesStart(detail.source, capabilities) ? 'session-start' : undefined
    case 'prompt':
      return capabilities.injectsAtPrompt && prompt && !agent ? 'prompt' : undefined
    case 'subagent-start':
      return 'subagent-start'
    default:
      return undefined
  }
}

function promptOf({ detail }: HostEvent, { withoutPrivate }: GivePorts): string | undefined {
  return detail.kind === 'prompt' ? withoutPrivate(detail.text).trim() : undefined
}

function takesStart(
  source: string,
  { injectsAtStart, losesStartOf = [] }: HostCapabilities,
): boolean {
  return injectsAtStart && !losesStartOf.includes(source)
}

/** Where the start's context is lost, the first prompt brings it, once. */
async function lacksStart(
  session: HostSession,
  { injectsAtStart, losesStartOf = [] }: HostCapabilities,
  { injections }: GivePorts,
): Promise<boolean> {
  if (injectsAtStart && losesStartOf.length === 0) return false
  return !(await injections.shownTo(session)).events.has('session-start')
}

function isLostBy({ detail }: HostEvent, { losesStartOf = [] }: HostCapabilities): boolean {
  return detail.kind === 'pre-compact' && losesStartOf.includes('compact')
}

/** Nobody will tell when it has compacted: from here on it may be shown everything again. */
async function forgetShown(event: HostEvent, { injections, ids, clock, hash }: GivePorts) {
  await injections.record({
    id: ids.next(),
    session: { host: event.host, hostSessionId: event.sessionId },
    projectId: undefined,
    event: 'prompt',
    source: 'compact',
    at: clock.now().toISOString(),
    cause: contentKey(event, hash),
    tokens: 0,
    characters: 0,
    lines: [],
  })
}

/** A compaction is recorded even without a line: what was shown before it may be shown again. */
async function isRecorded(
  { text, tokens, lines }: ContextPlan,
  { event, source, projectId }: ContextRequest,
  session: HostSession,
  cause: string,
  isLate: () => boolean,
  { injections, ids, clock }: GivePorts,
): Promise<boolean> {
  if (text === '' && source !== 'compact') return false
  const at = clock.now().toISOString()
  const counted = { tokens, characters: text.length, lines }
  const injection = { id: ids.next(), session, projectId, event, source, at, cause, ...counted }
  return injections.record(injection, isLate)
}
