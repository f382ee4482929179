/** Answers a host's event with context, and records what the host got. */
import type { Config } from '../../contract/config.ts'
import {
  type AskPorts,
  type AskSettings,
  chooseAsk,
  chooseSettledAsk,
  compactionAsk,
} from '../asks/choose-ask.ts'
import type { KeptNotice } from '../extraction/remember/keep-remembered.ts'
import { contentKey, type Hash } from '../model/content-key.ts'
import { type ContextPlan, type ContextRequest, hostSessionOf } from '../model/context.ts'
import type { HostEvent } from '../model/host-event.ts'
import type { Memory } from '../model/memory.ts'
import type { HostCapabilities, HostProtocol } from '../ports/host.ts'
import type { InjectionStore } from '../ports/injection-store.ts'
import type { IdSource } from '../ports/runtime.ts'
import type { OriginPorts } from '../provenance/origins.ts'
import { measureText } from '../text/count-tokens.ts'
import { lineFromMemory } from './block/block.ts'
import { addAsk } from './block/render-context.ts'
import { buildRequest, type ContextOccasion, type RequestPorts } from './build-request.ts'
import { type FilePorts, giveFileMemories } from './file/give-file-memories.ts'
import { type GiveRemedyPorts, giveLateRemedy, giveRemedy } from './give-remedy.ts'
import { giveToolRules, type ToolPorts } from './guards/give-tool-rules.ts'
import { type HoldBackPorts, heldBack, holdBack } from './hold-back.ts'
import type { HostMoment } from './host-moment.ts'
import { isOn, planContext } from './plan-context.ts'
import { type ContextPorts, contextSettings } from './situation.ts'

export interface GivePorts extends ContextPorts, RequestPorts, OriginPorts {
  readonly memories: ContextPorts['memories'] & FilePorts['memories'] & ToolPorts['memories']
  readonly injections: Pick<InjectionStore, 'shownTo' | 'shownCounts' | 'record'>
  readonly asks: AskPorts['asks']
  readonly guards: ToolPorts['guards']
  readonly proofs: HoldBackPorts['proofs']
  readonly hasTools: AskPorts['hasTools']
  readonly failures: GiveRemedyPorts['failures']
  readonly history: ContextPorts['history'] &
    AskPorts['history'] &
    GiveRemedyPorts['history'] &
    HoldBackPorts['history']
  readonly ids: IdSource
  readonly hash: Hash
  /** What became of «remember …» in a prompt; absent if nothing is ingested here. */
  readonly keptNotice?: (event: HostEvent) => Promise<KeptNotice | undefined>
}

export type GiveSettings = Pick<Config, 'context' | 'halfLives' | 'learning'>

export interface Asking extends Omit<HostMoment, 'mostCharacters' | 'instructionFiles'> {
  readonly host: Pick<HostProtocol, 'events' | 'capabilities'>
}

/** @returns the block; empty if there is nothing to say or no time left */
export async function giveContext(
  asking: Asking,
  ports: GivePorts,
  settings: GiveSettings,
): Promise<string> {
  const { host, event } = asking
  if (!settings.context.enabled) return ''
  if (isLostBy(event, host.capabilities)) await forgetShown(event, ports)
  const { kind } = event.detail
  const isAtTool = kind === 'before-tool' || kind === 'tool'
  const planned = isAtTool ? '' : await givePlanned(asking, ports, settings)
  const held = settings.learning.proof ? await heldBack(hostSessionOf(event), ports) : undefined
  const moment = { ...asking, heldBack: held }
  if (kind === 'before-tool') return giveAtTool(moment, ports, settings)
  if (kind === 'tool') return giveAfterTool(moment, ports, settings)
  const remedy = await giveWithPrompt(moment, ports, settings, planned)
  return [planned, remedy].filter(Boolean).join('\n')
}

async function givePlanned(asking: Asking, ports: GivePorts, given: GiveSettings): Promise<string> {
  const settings = contextSettings(given)
  const { host, event, folder, isLate } = asking
  const occasion = occasionOf(asking)
  if (!occasion) return ''
  const wanted = await buildRequest(occasion, host.capabilities, asking.findPlace, ports)
  if (typeof wanted === 'string') return ''
  const held = given.learning.proof ? await holdBack(hostSessionOf(event), ports) : undefined
  const request = { ...wanted, heldBack: held }
  const kept = isOn('prompt', settings) ? await ports.keptNotice?.(event) : undefined
  const plan = await planContext(withKept(request, kept), ports, settings)
  const lines = [...(kept?.memories.map(toKeptLine) ?? []), ...plan.lines]
  const cause = contentKey(event, ports.hash)
  const at = ports.clock.now().toISOString()
  const origin = event.detail.kind === 'prompt' ? event.detail.origin : undefined
  // No need to ask for what was just kept.
  const ask = kept
    ? undefined
    : await chooseAsk({ request, origin, folder, cause, at }, ports, askSettings(given))
  const askedText = ask && addAsk(plan.text, ask.moment, request.mostCharacters)
  const answer = askedText === undefined ? plan : withText(plan, askedText)
  if (!(await isRecorded({ ...answer, lines }, request, cause, isLate, ports))) return ''
  if (ask && askedText !== undefined) {
    await ports.asks.record({ ...ask, id: ports.ids.next(), session: hostSessionOf(event), at })
  }
  return answer.text
}

/** At the event that the host takes it at. */
async function giveAtTool(
  asking: Asking,
  ports: GivePorts,
  { context }: GiveSettings,
): Promise<string> {
  const { host, event } = asking
  const takesIt = host.events.some(
    ({ name, answersAtTool }) => name === event.name && answersAtTool,
  )
  const isWanted = takesIt && host.capabilities.injectsAtTool && isOn('prompt', context)
  return isWanted ? giveToolRules(momentOf(asking), ports) : ''
}

/** After a tool call the host gets the remedy for a failure, memories about a file, or an ask. */
async function giveAfterTool(
  asking: Asking,
  ports: GivePorts,
  given: GiveSettings,
): Promise<string> {
  const { injectsAfterFailure, injectsAtFile } = asking.host.capabilities
  const isWanted = isOn('prompt', given.context)
  const moment = momentOf(asking)
  const remedy = isWanted && injectsAfterFailure ? await giveRemedy(moment, ports) : ''
  if (remedy) return remedy
  const rules = await giveAtTool(asking, ports, given)
  if (rules) return rules
  const known = isWanted && injectsAtFile ? await giveFileMemories(moment, ports) : ''
  return known || giveSettledAsk(asking, ports, askSettings(given))
}

/** A host that takes nothing after a failure gets the remedy with the next prompt. */
async function giveWithPrompt(
  asking: Asking,
  ports: GivePorts,
  { context }: GiveSettings,
  before: string,
): Promise<string> {
  const { injectsAfterFailure, injectsAtPrompt } = asking.host.capabilities
  const isPrompt = occasionOf(asking)?.event === 'prompt'
  if (injectsAfterFailure || !injectsAtPrompt || !isPrompt || !isOn('prompt', context)) return ''
  return giveLateRemedy(momentOf(asking, before.length + 1), ports)
}

function momentOf({ host, ...asking }: Asking, taken = 0): HostMoment {
  const { maxContextCharacters, instructionFiles } = host.capabilities
  return { ...asking, mostCharacters: maxContextCharacters - taken, instructionFiles }
}

const askSettings = ({ learning }: GiveSettings): AskSettings => ({
  mode: learning.ask,
  hasReader: learning.reader !== 'off',
})

async function giveSettledAsk(
  { host, event, folder, findPlace, isLate }: Asking,
  ports: GivePorts,
  asks: AskSettings,
): Promise<string> {
  if (!host.capabilities.injectsAfterTool) return ''
  const ask = await chooseSettledAsk({ event, folder }, ports, asks)
  if (ask && (await findPlace()).kind === 'disabled') return ''
  const text = ask && addAsk('', ask.moment, host.capabilities.maxContextCharacters)
  if (!ask || text === undefined || isLate()) return ''
  const at = ports.clock.now().toISOString()
  const asked = { ...ask, id: ports.ids.next(), session: hostSessionOf(event), at }
  return (await ports.asks.record(asked)) ? text : ''
}

function withText(plan: ContextPlan, text: string): ContextPlan {
  return { ...plan, text, tokens: measureText(text).tokens }
}

/** The notice quotes the kept memories, so no line repeats them. */
function withKept(request: ContextRequest, kept: KeptNotice | undefined): ContextRequest {
  if (!kept) return request
  const notice = request.notice === undefined ? kept.text : `${request.notice}\n${kept.text}`
  return { ...request, notice, quoted: kept.memories.map(({ id }) => id) }
}

const toKeptLine = (memory: Memory) => ({
  ...lineFromMemory(memory, 'recalled', 'the prompt asked to keep it'),
  tokens: 0,
})

/** Undefined for an event without an answer. A subagent's prompt is not the session's. */
function occasionOf({ host, event, folder, caller }: Asking): ContextOccasion | undefined {
  const { name, detail, agent } = event
  if (!host.events.some((spec) => spec.name === name && spec.answers)) return undefined
  const session = hostSessionOf(event)
  const none = { source: undefined, prompt: undefined, agent: undefined }
  const occasion = { ...none, session, folder, caller }
  switch (detail.kind) {
    case 'session-start':
      return { ...occasion, event: 'session-start', source: detail.source }
    case 'prompt':
      return agent ? undefined : { ...occasion, event: 'prompt', prompt: detail.text }
    case 'subagent-start':
      return { ...occasion, event: 'subagent-start', agent: agent?.name }
    default:
      return undefined
  }
}

function isLostBy({ detail }: HostEvent, { losesStartOf = [] }: HostCapabilities): boolean {
  return detail.kind === 'pre-compact' && losesStartOf.includes('compact')
}

/**
 * Such a host does not report the end of a compaction, so from now on anything may be shown again,
 * and the next prompt brings the ask.
 */
async function forgetShown(event: HostEvent, { injections, asks, ids, clock, hash }: GivePorts) {
  const session = hostSessionOf(event)
  const at = clock.now().toISOString()
  await asks.keepWaiting(session, compactionAsk(await asks.promptCount(session), { hash }), at)
  await injections.record({
    ...{ id: ids.next(), session, projectId: undefined, event: 'prompt', source: 'compact', at },
    ...{ cause: contentKey(event, hash), tokens: 0, characters: 0, lines: [] },
  })
}

/** Records a compaction even without lines: what was shown before may be shown again. */
async function isRecorded(
  { text, tokens, lines }: ContextPlan,
  { events: [event], source, session, projectId }: ContextRequest,
  cause: string,
  isLate: () => boolean,
  { injections, ids, clock }: GivePorts,
): Promise<boolean> {
  if (!session || (text === '' && source !== 'compact')) return false
  const at = clock.now().toISOString()
  const counted = { tokens, characters: text.length, lines }
  const injection = { id: ids.next(), session, projectId, event, source, at, cause, ...counted }
  return injections.record(injection, isLate)
}
