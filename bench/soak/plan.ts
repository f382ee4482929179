/** The day as planned: which session sends what in which hour, and what else happens. */
import { statementText } from '../scale-texts.ts'
import { type HostName, hostNames, type Step } from './host-payloads.ts'

export const hoursOfDay = 24
const sessionCount = 50
const hoursPerSession = 4
const turnsPerHour = 5
/** A team has only so many topics. */
export const statements = 60
/** The last session ends before the day does, so the last hours have fewer of them. */
const lastStart = hoursOfDay - hoursPerSession

export interface PlannedStep {
  readonly step: Step
  readonly turn: number
  /** Unique in the day. */
  readonly marker: string
  readonly prompt: string
}

export interface PlannedSession {
  readonly id: string
  readonly host: HostName
  readonly project: number
  readonly firstHour: number
  /** By hour, counted from the first. */
  readonly hours: readonly (readonly PlannedStep[])[]
}

export const projectCount = 4

/** @param toolsPerTurn 18 make 20,000 events */
export function planSessions(toolsPerTurn: number): PlannedSession[] {
  return Array.from({ length: sessionCount }, (_, number) => {
    const id = `soak-${String(number).padStart(2, '0')}`
    return {
      id,
      host: hostNames[number % hostNames.length] ?? 'claude-code',
      project: number % projectCount,
      firstHour: Math.floor((number * (lastStart + 1)) / sessionCount),
      hours: Array.from({ length: hoursPerSession }, (_, hour) =>
        planHour(id, number, hour, toolsPerTurn),
      ),
    }
  })
}

function planHour(id: string, number: number, hour: number, tools: number): PlannedStep[] {
  const first = hour * turnsPerHour
  const turns = Array.from({ length: turnsPerHour }, (_, index) => first + index + 1)
  const single = (step: Step, turn: number): PlannedStep => {
    return { step, turn, marker: `${id}-${step}-${hour}`, prompt: '' }
  }
  const isLast = hour === hoursPerSession - 1
  return [
    ...(hour === 0 ? [single('start', 0)] : []),
    ...turns.flatMap((turn) => planTurn(id, number, turn, tools)),
    single(isLast ? 'end' : 'compact', first + turnsPerHour),
  ]
}

function planTurn(id: string, number: number, turn: number, toolCount: number): PlannedStep[] {
  const prompt = promptOf(id, number, turn)
  const planned = (step: Step, marker: string) => ({ step, turn, marker, prompt })
  const tools = Array.from({ length: toolCount }, (_, call) =>
    planned('tool', `${id}-${turn}-${call}`),
  )
  return [
    planned('prompt', `${id}-${turn}-prompt`),
    ...tools,
    planned('stop', `${id}-${turn}-stop`),
  ]
}

/** The first prompt of a session asks to remember something; most others are only work. */
function promptOf(id: string, number: number, turn: number): string {
  const text = statementText((number * turnsPerHour + turn) % statements)
  if (turn === 1) return `Remember that ${rememberedIn(number)}`
  if (turn % 5 === 3) return `Always run make check-${id} before you push ${text}`
  return `Do step ${turn} of ${id}: ${text}`
}

/** Words of its own, so that no two of these say the same. */
export function rememberedIn(number: number): string {
  return `the ${statementText(90_000 + number).slice(0, -1)}`
}
