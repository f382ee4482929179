/** What a day must not leave behind: events lost or stored twice, work undone, complaints. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { readLostEvents } from '../../src/home/lost-events.ts'
import type { Step } from './host-payloads.ts'
import type { Machine } from './machine.ts'
import { type PlannedSession, type PlannedStep, rememberedIn } from './plan.ts'
import type { Sender } from './send.ts'
import { hourSetBack } from './timetable.ts'
import type { Visits } from './visits.ts'

export interface DayParts {
  readonly machine: Machine
  readonly sessions: readonly PlannedSession[]
  readonly sender: Sender
  readonly visits: Visits
}

export async function findFaults(parts: DayParts): Promise<string[]> {
  const { machine, sessions, sender, visits } = parts
  return [
    ...sessions.flatMap((session) => faultsOf(machine, session, sender.sent.get(session.id) ?? [])),
    ...missingMemories(machine, sessions, visits.stored),
    ...stuckJobs(machine),
    ...leftFiles(machine),
    ...complaints(machine),
    ...damage(machine),
    ...(await findings(visits)),
  ]
}

const kinds: Readonly<Record<Step, string>> = {
  ...{ start: 'session-start', prompt: 'prompt', tool: 'tool', stop: 'turn-end' },
  ...{ compact: 'pre-compact', end: 'session-end' },
}

function faultsOf(
  { world }: Machine,
  { id, firstHour, hours }: PlannedSession,
  sent: readonly PlannedStep[],
): string[] {
  const column = (sql: string) => world.rows(sql, id).map((row) => Object.values(row)[0])
  const ofSession = 'JOIN sessions ON sessions.id = session_id WHERE host_session_id = ?'
  const stored = column(`SELECT kind FROM events ${ofSession} ORDER BY events.id`).map(String)
  const expected = sent.map(({ step }) => kinds[step])
  const inputs = column(`SELECT hex(input_hash) FROM tool_events ${ofSession}`)
  const tools = expected.filter((kind) => kind === 'tool').length
  const prompts = column(
    `SELECT prompt FROM turns ${ofSession} AND prompt IS NOT NULL ORDER BY number`,
  )
  const asked = sent.filter(({ step }) => step === 'prompt').map(({ prompt }) => prompt)
  const isOrdered = hours.every((_, hour) => firstHour + hour !== hourSetBack)
  const arrange = <T>(values: readonly T[]) => (isOrdered ? values : values.toSorted())
  return [
    ...(isDeepStrictEqual(arrange(stored), arrange(expected))
      ? []
      : [`${id}: ${difference(stored, expected)}`]),
    ...(inputs.length === tools && new Set(inputs).size === tools
      ? []
      : [
          `${id}: ${inputs.length} tool calls, ${new Set(inputs).size} of them distinct, not ${tools}`,
        ]),
    ...(isDeepStrictEqual(arrange(prompts), arrange(asked))
      ? []
      : [`${id}: other prompts than asked`]),
  ]
}

function difference(stored: readonly string[], expected: readonly string[]): string {
  const at = expected.findIndex((kind, index) => stored[index] !== kind)
  const near = (kinds: readonly string[]) => kinds.slice(Math.max(0, at - 1), at + 6).join(' ')
  return `${stored.length} events instead of ${expected.length}, from number ${at} on: ${near(stored)}, not ${near(expected)}`
}

/** What was acknowledged, and what prompts asked to remember. */
function missingMemories(
  { world }: Machine,
  sessions: readonly PlannedSession[],
  stored: readonly string[],
): string[] {
  const texts = world
    .rows('SELECT content FROM memories WHERE valid_to IS NULL')
    .map(({ content }) => String(content).toLowerCase())
  const wanted = [...stored, ...sessions.map((_, number) => rememberedIn(number))]
  return wanted
    .filter((text) => !texts.some((content) => content.includes(text.toLowerCase())))
    .map((text) => `no memory says: ${text}`)
}

/**
 * Jobs that failed, or wait for longer than any should. The day ended when no job was due; since
 * then, as its clock goes on, later ones may have become due.
 */
function stuckJobs(machine: Machine): string[] {
  return machine.world
    .rows(
      `SELECT kind, subject, status, run_after, error FROM jobs
       WHERE status NOT IN ('done', 'running') AND NOT (status = 'pending' AND run_after < ?)`,
      new Date(machine.now().getTime() + 60 * 60_000).toISOString(),
    )
    .map((job) => `a job is left: ${JSON.stringify(job)}`)
}

function leftFiles({ world }: Machine): string[] {
  const { spool, rejected, root } = world.paths
  const left = [
    ...globSync(['*.spool', '.*.tmp'], { cwd: spool }),
    ...globSync('*', { cwd: rejected }),
    ...globSync('run/*.tmp', { cwd: root }),
  ]
  const lost = readLostEvents(world.paths)?.count
  return [
    ...left.map((name) => `a file is left: ${name}`),
    ...(lost === undefined ? [] : [`hooks lost ${lost} events`]),
  ]
}

/** Errors in the logs; a daemon that was killed has none to write. */
function complaints({ world }: Machine): string[] {
  const { logs } = world.paths
  const lines = globSync('*.log*', { cwd: logs }).flatMap((name) =>
    readFileSync(join(logs, name), 'utf8').split('\n'),
  )
  return lines.filter((line) => /"level":(50|60|"error"|"fatal")/.test(line))
}

function damage({ world }: Machine): string[] {
  const checked = world.rows('PRAGMA integrity_check').map((row) => String(row.integrity_check))
  const dangling = world.rows('PRAGMA foreign_key_check').map((row) => JSON.stringify(row))
  return [...checked.filter((line) => line !== 'ok'), ...dangling]
}

interface Checks {
  readonly checks: readonly { subject: string; state: string; detail: string }[]
}

/** The hook is not the one that setup would write, and the agent has a history and nothing else. */
const expectedWarnings = ['hook', 'Claude Code']

async function findings(visits: Visits): Promise<string[]> {
  const { checks } = (await visits.command('doctor')) as Checks
  return checks
    .filter(({ subject, state }) => /warn|fail/.test(state) && !expectedWarnings.includes(subject))
    .map(({ subject, state, detail }) => `doctor: ${subject} ${state}: ${detail}`)
}
