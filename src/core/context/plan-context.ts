/**
 * Plans the context that a host gets at an event. The same state gives the same bytes, independent of
 * the order of storing and the time of day.
 */
import type { ContextEvent, ContextPlan, ContextRequest } from '../model/context.ts'
import { type Block, createBlock } from './block/block.ts'
import { addPrompt } from './plan-prompt.ts'
import {
  type ContextPorts,
  type ContextSettings,
  type RecapLength,
  readSituation,
  recapTokens,
  type Situation,
} from './situation.ts'
import { addStart, addSubagentStart } from './start/plan-start.ts'

/** An upper bound for every host: some cut off longer text despite their stated limit. */
const mostCharacters = 9_500

interface Part {
  readonly isOn: (settings: ContextSettings) => boolean
  readonly tokens: (settings: ContextSettings) => number
  readonly add: (block: Block, situation: Situation, ports: ContextPorts) => Promise<void>
}

const parts: Readonly<Record<ContextEvent, Part>> = {
  'session-start': {
    isOn: ({ atStart }) => atStart,
    tokens: ({ startTokens }) => startTokens,
    async add(block, situation, ports) {
      await addRecap(block, situation, ports)
      await addStart(block, situation, ports)
    },
  },
  prompt: {
    isOn: ({ atPrompt }) => atPrompt,
    tokens: ({ promptTokens }) => promptTokens,
    add: addPrompt,
  },
  'subagent-start': {
    isOn: ({ atStart }) => atStart,
    tokens: ({ promptTokens }) => promptTokens,
    add: addSubagentStart,
  },
}

export async function planContext(
  request: ContextRequest,
  ports: ContextPorts,
  settings: ContextSettings,
): Promise<ContextPlan> {
  const wanted = request.events
    .filter((event) => isOn(event, settings))
    .map((event) => parts[event])
  const bounds = {
    tokens: wanted.reduce((sum, { tokens }) => sum + tokens(settings), 0) + tokensOfRecap(request),
    bytes: Math.min(request.mostCharacters, mostCharacters),
  }
  const block = createBlock(bounds, ports.clock.now(), request)
  if (wanted.length === 0) return block.plan()
  const situation = await readSituation(request, ports, settings)
  for (const { add } of wanted) await add(block, situation, ports)
  return block.plan()
}

export function isOn(event: ContextEvent, settings: ContextSettings): boolean {
  return settings.enabled && parts[event].isOn(settings)
}

/** In addition to the other context. */
function tokensOfRecap(request: ContextRequest): number {
  const length = recapLengthOf(request)
  return length === undefined ? 0 : recapTokens[length]
}

/** A host that resumes a session for every prompt gets the recap with the first. */
const resumeAgainMs = 3_600_000

/** Gives a session that was compacted or is resumed its own recap, before anything older. */
async function addRecap(
  block: Block,
  { request, sessionId, shown, now }: Situation,
  { recap }: ContextPorts,
): Promise<void> {
  const length = recapLengthOf(request)
  if (!recap || length === undefined || sessionId === undefined) return
  const sinceMs = now.getTime() - Date.parse(shown.recapAt ?? '')
  if (length === 'short' && sinceMs < resumeAgainMs) return
  for (const { trust, text } of await recap(sessionId, length, request.prompt)) {
    block.add({
      section: 'recap',
      id: sessionId,
      kind: 'digest',
      trust,
      at: now.toISOString(),
      text,
      reason: 'said or done earlier in this session',
    })
  }
}

/** Undefined if no context was lost. */
function recapLengthOf({ source, events }: ContextRequest): RecapLength | undefined {
  if (!events.includes('session-start')) return undefined
  return source === 'compact' ? 'full' : source === 'resume' ? 'short' : undefined
}
