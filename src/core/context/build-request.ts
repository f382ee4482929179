/** Decides whether a host gets context at an event. Hooks and the preview share this decision. */
import type { OutputOf } from '../../contract/operations/index.ts'
import type { CallerNames } from '../model/caller-names.ts'
import type { ContextEvent, ContextRequest, HostSession } from '../model/context.ts'
import type { CaptureLocation } from '../model/host-event.ts'
import type { HostCapabilities } from '../ports/host.ts'
import type { InjectionStore } from '../ports/injection-store.ts'
import { noChanges, type ReadRecentChanges } from '../ports/repository.ts'
import { claimNotice } from '../project/settle-claim.ts'

export interface ContextOccasion {
  readonly event: ContextEvent
  /** How the session started; for a prompt, only if its session is unknown. */
  readonly source: string | undefined
  /** Undefined in a preview for no particular session. */
  readonly session: HostSession | undefined
  readonly prompt: string | undefined
  /** The name of the subagent that starts. */
  readonly agent: string | undefined
  readonly folder: string | undefined
  readonly caller: CallerNames
}

export interface RequestPorts {
  readonly recentChanges: ReadRecentChanges
  readonly injections: Pick<InjectionStore, 'shownTo'>
  /** Removes private spans and our own blocks from a prompt. */
  readonly withoutPrivate: (text: string) => string
}

export type Silence = NonNullable<OutputOf<'getContext'>['silence']>

/** @param findPlace called only if the host takes context */
export async function buildRequest(
  occasion: ContextOccasion,
  capabilities: HostCapabilities,
  findPlace: () => Promise<CaptureLocation>,
  ports: RequestPorts,
): Promise<ContextRequest | Silence> {
  const { event, source, session, agent, folder, caller } = occasion
  if (!takesContext(occasion, capabilities)) return 'host-takes-nothing'
  const prompt = occasion.prompt && ports.withoutPrivate(occasion.prompt).trim()
  if (event === 'prompt' && !prompt) return 'prompt-says-little'
  const place = await findPlace()
  if (place.kind === 'disabled') return 'disabled-here'
  const { projectId, root, branch, claims } = place
  const lacking = await lackingStart(occasion, capabilities, ports)
  const bringsStart = lacking !== undefined
  const isStart = event === 'session-start' || bringsStart
  return {
    events: bringsStart ? ['session-start', 'prompt'] : [event],
    source: event === 'session-start' ? source : lacking?.source,
    session,
    projectId,
    branch,
    files: isStart ? await recentFiles(folder, ports) : [],
    prompt,
    agent,
    caller,
    notice: isStart && claims ? claimNotice(claims) : undefined,
    mostCharacters: capabilities.maxContextCharacters,
    root,
    instructionFiles: capabilities.instructionFiles,
  }
}

function takesContext({ event, source }: ContextOccasion, capabilities: HostCapabilities): boolean {
  switch (event) {
    case 'session-start':
      return takesStart(source, capabilities)
    case 'prompt':
      return capabilities.injectsAtPrompt
    case 'subagent-start':
      return capabilities.injectsAtSubagentStart
  }
}

function takesStart(
  source = 'startup',
  { injectsAtStart, losesStartOf = [] }: HostCapabilities,
): boolean {
  return injectsAtStart && !losesStartOf.includes(source)
}

/** If a host drops the context of a session start, the first prompt brings it, once. */
async function lackingStart(
  { event, session, source }: ContextOccasion,
  capabilities: HostCapabilities,
  { injections }: RequestPorts,
): Promise<{ readonly source: 'compact' | undefined } | undefined> {
  if (event !== 'prompt') return undefined
  const atStart = { source: undefined }
  if (!session) return takesStart(source, capabilities) ? undefined : atStart
  const { injectsAtStart, losesStartOf = [] } = capabilities
  if (injectsAtStart && losesStartOf.length === 0) return undefined
  const { events, isCompacted } = await injections.shownTo(session)
  if (events.has('session-start')) return undefined
  return isCompacted ? { source: 'compact' } : atStart
}

const mostFiles = 50

/** The files being worked on according to git: uncommitted ones, then those of the last commits. */
export async function recentFiles(
  folder: string | undefined,
  { recentChanges }: Pick<RequestPorts, 'recentChanges'>,
): Promise<string[]> {
  const changes = folder === undefined ? noChanges : await recentChanges(folder)
  const files = new Set([...changes.uncommitted, ...changes.committed])
  return [...files].slice(0, mostFiles)
}
