/** Capture as in production, except for the clock, the projects and the store's location. */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { measureFile, transcriptFiles } from '../../../src/adapters/filesystem/host-files.ts'
import { createInHandFile } from '../../../src/adapters/filesystem/run-files.ts'
import { createSpool } from '../../../src/adapters/filesystem/spool.ts'
import { claudeCodeProtocol } from '../../../src/adapters/hosts/claude-code/protocol.ts'
import { hostProtocols } from '../../../src/adapters/hosts/hosts.ts'
import { createRedactor } from '../../../src/adapters/redaction/redactor.ts'
import { unpackJson } from '../../../src/adapters/sqlite/history/payloads.ts'
import { createTimeLimit } from '../../../src/adapters/time-limit.ts'
import { configSchema } from '../../../src/contract/config.ts'
import { logSkippedTranscripts } from '../../../src/core/capture/complete-event.ts'
import { type DrainParts, drainSpool } from '../../../src/core/capture/drain.ts'
import { pruneCapture } from '../../../src/core/capture/end-session.ts'
import type { JsonObject } from '../../../src/core/model/json.ts'
import { formatSpoolHeader, type SpoolEnvelope } from '../../../src/core/model/spool-file.ts'
import type { HostProtocol } from '../../../src/core/ports/host.ts'
import { homePaths } from '../../../src/home/paths.ts'
import { makeTemporaryFolder } from '../homes/temporary-folder.ts'
import { createTestClock } from './clock.ts'
import { openMemoryStore } from './memory-store.ts'

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Another host with the same protocol, until there is a second one. */
const otherHost: HostProtocol = {
  ...claudeCodeProtocol,
  name: 'other-host',
  parse(eventName, payload) {
    const event = claudeCodeProtocol.parse(eventName, payload)
    return event && { ...event, host: 'other-host' }
  },
}
const hosts = [...hostProtocols, otherHost]

/** `triggers.test.ts` covers the jobs it queues. */
const afterTurnsOnly = configSchema.parse({
  learning: { consolidate: false },
}).learning

type CapturedEvent = Record<string, unknown> & { readonly fields: JsonObject }

export type Capture = Awaited<ReturnType<typeof openCapture>>

export async function openCapture(changes: Partial<DrainParts> = {}) {
  const clock = createTestClock()
  const store = await openMemoryStore(clock)
  onTestFinished(() => store.close())
  const paths = homePaths(makeTemporaryFolder())
  mkdirSync(paths.spool)
  mkdirSync(paths.run)
  const spool = createSpool(paths)
  const logged: Record<string, unknown>[] = []
  const note = (message: string, fields = {}) => void logged.push({ message, ...fields })
  const parts: DrainParts = {
    spool,
    store,
    redactor: createRedactor(),
    transcripts: { ...transcriptFiles, letWrite: async (ms) => clock.advance(ms) },
    measureFile,
    reportSkippedTranscript: logSkippedTranscripts({ info: note, warn: note, error: note }),
    findHost: (name) => hosts.find((host) => host.name === name),
    placeOf: async () => ({ kind: 'enabled' }),
    hash: sha256,
    ids: store.ids,
    clock,
    batchSize: 256,
    inHand: createInHandFile(paths.inHand),
    timeLimit: createTimeLimit(20_000),
    extraction: () => afterTurnsOnly,
    ...changes,
  }
  let delivered = 0
  const { rows } = store

  /** Writes a spool file as a hook would, a second after the last. @returns its name */
  function deliverText(envelope: Partial<SpoolEnvelope>, payload: string): string {
    delivered += 1
    clock.advance(1_000)
    const name = `hook-${String(delivered).padStart(6, '0')}.spool`
    const header = formatSpoolHeader({ host: 'claude-code', event: 'Stop', ...envelope })
    writeFileSync(join(paths.spool, name), header + payload)
    utimesSync(join(paths.spool, name), clock.now(), clock.now())
    return name
  }

  const deliver = (event: string, payload: JsonObject, envelope: Partial<SpoolEnvelope> = {}) =>
    deliverText({ event, ...envelope }, JSON.stringify({ session_id: 's1', ...payload }))
  const drain = (others: Partial<DrainParts> = {}) =>
    drainSpool({ ...parts, ...others }, new AbortController().signal)

  return {
    clock,
    store,
    spool,
    paths,
    parts,
    logged,
    rows,
    deliver,
    deliverText,
    drain,
    /** Delivers and ingests one event. */
    async take(event: string, payload: JsonObject, envelope: Partial<SpoolEnvelope> = {}) {
      deliver(event, payload, envelope)
      return drain()
    },
    prune: () =>
      pruneCapture({
        ...store,
        spool,
        clock,
        extraction: parts.extraction,
      }),
    spoolFiles: () => readdirSync(paths.spool).filter((name) => name.endsWith('.spool')),
    session: (hostId = 's1') =>
      one(rows('SELECT * FROM sessions WHERE host_session_id = ?', hostId)),
    turns: () => rows('SELECT * FROM turns ORDER BY session_id, number'),
    events: () =>
      rows('SELECT * FROM events ORDER BY id').map(
        (row): CapturedEvent => ({
          ...row,
          fields: unpackJson(row.fields) as JsonObject,
        }),
      ),
    toolEvents: () => rows('SELECT * FROM tool_events ORDER BY id'),
    /** Without those that wait for the session to end. */
    jobs: () => rows("SELECT kind, subject, status FROM jobs WHERE kind <> 'read' ORDER BY id"),
    count: (table: string) => Number(one(rows(`SELECT count(*) AS n FROM ${table}`)).n),
  }
}

/** A payload the real client sent, moved to the given session. */
export function fixture(name: string, changes: JsonObject = {}): JsonObject {
  const folder = join(import.meta.dirname, '..', '..', 'fixtures', 'hosts', 'claude-code')
  const payload = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as JsonObject
  return { ...payload, session_id: 's1', ...changes }
}

/** The only one. */
export function one<T>(values: readonly T[]): T {
  const [first, ...others] = values
  if (first === undefined || others.length > 0)
    throw new Error(`expected one, got ${values.length}`)
  return first
}
