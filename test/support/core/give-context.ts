/** Answers to the events of a Claude Code session in folder `/w/a`, on a store with one memory. */
import { onTestFinished } from 'vitest'
import { runMemoryChecks } from '../../../src/adapters/filesystem/run-checks.ts'
import { readBranchStates } from '../../../src/adapters/git/branches.ts'
import { claudeCodeProtocol } from '../../../src/adapters/hosts/claude-code/protocol.ts'
import { sha256 } from '../../../src/adapters/ids.ts'
import { removePrivateSpans } from '../../../src/adapters/redaction/marker.ts'
import { configSchema } from '../../../src/contract/config.ts'
import { giveContext } from '../../../src/core/context/give-context.ts'
import type { RecapReader } from '../../../src/core/context/situation.ts'
import type { CallerNames } from '../../../src/core/model/caller-names.ts'
import type { CaptureLocation, EventDetail, HostEvent } from '../../../src/core/model/host-event.ts'
import type { Memory } from '../../../src/core/model/memory.ts'
import type { HostCapabilities } from '../../../src/core/ports/host.ts'
import { sampleMemory } from '../../conformance/samples.ts'
import { createTestClock } from './clock.ts'
import { openMemoryStore } from './memory-store.ts'

/** The memory in the store. */
export const fact = 'We deploy with flyctl from the release branch'
export const started: EventDetail = { kind: 'session-start', source: 'startup' }

const names: Partial<Record<EventDetail['kind'], string>> = {
  'session-start': 'SessionStart',
  prompt: 'UserPromptSubmit',
  'subagent-start': 'SubagentStart',
  'pre-compact': 'PreCompact',
  'before-tool': 'PreToolUse',
}

export interface Circumstances {
  readonly caller?: CallerNames
  readonly capabilities?: Partial<HostCapabilities>
  readonly context?: object
  readonly event?: Partial<HostEvent>
  readonly isLate?: boolean
  readonly place?: CaptureLocation
  readonly proof?: boolean
  readonly recap?: RecapReader
}

export type Giving = Awaited<ReturnType<typeof openGiving>>

export async function openGiving() {
  const clock = createTestClock()
  const store = await openMemoryStore(clock)
  onTestFinished(() => store.close())
  const keep = (id: string, given: Partial<Memory>) =>
    store.transaction(({ memories: tx }) => tx.insert(sampleMemory(id, given)))
  await keep('aa', { content: fact })

  function give(detail: EventDetail, circumstances: Circumstances = {}): Promise<string> {
    const { caller = {}, capabilities, context = {}, event, isLate = false, recap } = circumstances
    const { proof = false } = circumstances
    const { place = { kind: 'enabled', projectId: 'a', branch: 'main' } } = circumstances
    const host = {
      ...claudeCodeProtocol,
      capabilities: { ...claudeCodeProtocol.capabilities, ...capabilities },
    }
    const happened: HostEvent = {
      host: 'claude-code',
      name: names[detail.kind] ?? 'Other',
      sessionId: 's1',
      detail,
      isDistinct: false,
      fields: {},
      ...event,
    }
    return giveContext(
      {
        host,
        event: happened,
        folder: '/w/a',
        caller,
        findPlace: async () => place,
        isLate: () => isLate,
      },
      {
        ...store,
        clock,
        hasTools: () => false,
        recentChanges: async () => ({ uncommitted: [], committed: [] }),
        readBranchStates,
        runMemoryChecks,
        hash: sha256,
        withoutPrivate: removePrivateSpans,
        ...(recap && { recap }),
      },
      configSchema.parse({ context, learning: { proof } }),
    )
  }

  return {
    clock,
    store,
    keep,
    give,
    /** What the session got, as recorded. */
    noted: () => store.injections.ofSession({ host: 'claude-code', hostSessionId: 's1' }),
  }
}
