/** The daemon's answers to hooks: context for agents. */
import { setTimeout as delay } from 'node:timers/promises'
import { runMemoryChecks } from '../adapters/filesystem/run-checks.ts'
import { isConnected } from '../adapters/filesystem/tool-connections.ts'
import { readBranchStates } from '../adapters/git/branches.ts'
import { sha256 } from '../adapters/ids.ts'
import { removePrivateSpans } from '../adapters/redaction/marker.ts'
import type { Config } from '../contract/config.ts'
import { addNotice, lostEventsNotice } from '../core/context/block/render-context.ts'
import { giveContext } from '../core/context/give-context.ts'
import { judgeCall } from '../core/context/guards/judge-call.ts'
import type { RecapReader } from '../core/context/situation.ts'
import { createRecap } from '../core/digest/recap/create-recap.ts'
import { mentionsRemembering, rememberedIn } from '../core/extraction/remember/find-remembered.ts'
import { keptNotice } from '../core/extraction/remember/keep-remembered.ts'
import { createTurns } from '../core/jobs/runner.ts'
import type { CallerNames } from '../core/model/caller-names.ts'
import type { HostEvent } from '../core/model/host-event.ts'
import type { HostProtocol } from '../core/ports/host.ts'
import type { ReadDocument } from '../core/ports/host-files.ts'
import type { Redactor } from '../core/ports/redactor.ts'
import type { ReadRecentChanges } from '../core/ports/repository.ts'
import type { Store } from '../core/ports/store.ts'
import type { ProjectLocator } from '../core/project/project-locator.ts'
import type { LostEvents } from '../home/lost-events.ts'
import type { HomePaths } from '../home/paths.ts'
import type { Embeddings } from './embeddings.ts'
import { systemClock } from './surroundings.ts'

export interface ContextParts {
  readonly paths: HomePaths
  readonly store: Store
  readonly locator: ProjectLocator
  readonly config: () => Config
  readonly lostEvents: () => LostEvents | undefined
  readonly redactor: Redactor
  readonly recentChanges: ReadRecentChanges
  readonly readDocument: ReadDocument
  readonly embeddings: Pick<Embeddings, 'readMeanings'>
}

/** What the hook knows besides its payload. */
export interface AskedFrom {
  readonly folder: string | undefined
  /** From THROUGHLINE_PROJECT. */
  readonly projectName: string | undefined
  readonly caller: CallerNames
  /** When the hook stops waiting, in ms since 1970: absolute, because the daemon may sleep. */
  readonly until: number | undefined
  /** Resolves when the event is ingested; undefined if nothing ingests it. */
  readonly ingested?: () => Promise<void>
}

export interface ContextAnswers {
  /** What the hook prints; empty if there is nothing to say or no time left. */
  answer(host: HostProtocol, event: HostEvent, from: AskedFrom): Promise<string>
}

/** Time for the answer to reach the hook. */
const reserveMs = 25

export function createContextAnswers(parts: ContextParts): ContextAnswers {
  const { store, locator, config, lostEvents, redactor, recentChanges } = parts
  const readRecap = createRecap(store)
  // Each answer depends on what the session got before, and Copilot CLI runs the hooks of the start
  // and the first prompt at the same time.
  const inTurn = createTurns()
  const ports = {
    ...store,
    hasTools: (host: string, folder: string) => isConnected(parts.paths, { host, folder }),
    clock: systemClock,
    recentChanges,
    readBranchStates,
    runMemoryChecks,
    withoutPrivate: removePrivateSpans,
    hash: sha256,
    readDocument: parts.readDocument,
    redact: redactor.redact,
    readMeanings: parts.embeddings.readMeanings,
  }
  return {
    async answer(host, event, { folder: hookFolder, projectName, caller, until, ingested }) {
      const giveUpAt = (until ?? Date.now() + config().hook.deadlineMs) - reserveMs
      const isLate = () => Date.now() >= giveUpAt
      const silence = delay(Math.max(giveUpAt - Date.now(), 0), '', { ref: false })
      const folder = event.cwd ?? hookFolder
      const findPlace = () => locator.placeOf(folder, projectName)
      const asking = { host, event, folder, caller, findPlace, isLate }
      const verdict = await Promise.race([judgeCall(asking, ports), silence.then(() => undefined)])
      if (verdict) return host.renderVerdict(event.name, verdict)
      const remembering = ingested
        ? { keptNotice: rememberedNotice(store, redactor, ingested) }
        : {}
      const recap: RecapReader = async (...asked) => {
        if (ingested) await soon(ingested())
        return readRecap(...asked)
      }
      const given = inTurn(JSON.stringify([host.name, event.sessionId]), () =>
        giveContext(asking, { ...ports, ...remembering, recap }, config()),
      )
      const block = await Promise.race([given, silence])
      return host.renderAnswer(
        event.name,
        addNotice(block, event, config().context, () => lostEventsNotice(lostEvents())),
      )
    },
  }
}

/** A long queue of events must not cost the agent its context. */
const mostIngestMs = 300

const soon = (ingested: Promise<void>) =>
  Promise.race([ingested, delay(mostIngestMs, undefined, { ref: false })])

/** Only a prompt that asks to remember something waits for its ingest. */
function rememberedNotice(store: Store, { redact }: Redactor, ingested: () => Promise<void>) {
  return async ({ sessionId, detail }: HostEvent) => {
    if (detail.kind !== 'prompt' || !mentionsRemembering(detail.text)) return undefined
    const { kept } = rememberedIn({ ...detail, turnId: '' }, [])
    if (kept.length === 0) return undefined
    await soon(ingested())
    return keptNotice(sessionId, redact(detail.text), store)
  }
}
