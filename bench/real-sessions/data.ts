/** Real sessions and their labels: one JSON object a line, plain or gzipped. */
import { z } from 'zod'
import { readText } from '../recall-data.ts'

const actionSchema = z.object({
  tool: z.string(),
  input: z.record(z.string(), z.json()).default({}),
  failed: z.boolean().default(false),
  output: z.string().default(''),
})
export type RecordedAction = z.infer<typeof actionSchema>

const turnSchema = z.object({
  at: z.string().nullish(),
  prompt: z.string(),
  /** What the agent said before its answer. */
  said: z.array(z.string()).default([]),
  actions: z.array(actionSchema).default([]),
  answer: z.string().nullish(),
  compacted_after: z.boolean().default(false),
  /** No human typed this prompt. */
  auto: z.boolean().default(false),
})
export type RecordedTurn = z.infer<typeof turnSchema>

const sessionSchema = z.object({
  id: z.string(),
  source: z.string(),
  branch: z.string().nullish(),
  started_at: z.string().nullish(),
  turns: z.array(turnSchema),
})

const itemSchema = z.object({
  n: z.number(),
  kind: z.string().default('fact'),
  grade: z.enum(['must', 'may']).default('must'),
  turns: z.array(z.number()).default([]),
  text: z.string(),
  /** A memory is about this item when all of them match its text. */
  must: z.array(z.string().transform((pattern) => new RegExp(pattern, 'i'))).default([]),
  /** An item of an earlier session: `SESSION#N`. */
  relates: z.string().nullish(),
  relation: z.enum(['repeats', 'refines', 'reverses']).nullish(),
})
export type Item = z.infer<typeof itemSchema>

const trapSchema = z.object({ turn: z.number(), text: z.string(), class: z.string() })
export type Trap = z.infer<typeof trapSchema>

const labelsSchema = z.object({
  session: z.string(),
  items: z.array(itemSchema).default([]),
  traps: z.array(trapSchema).default([]),
})

export interface LabelledSession extends z.infer<typeof sessionSchema> {
  readonly items: readonly Item[]
  readonly traps: readonly Trap[]
}

/** One project. */
export interface Source {
  readonly name: string
  /** In order of time. */
  readonly sessions: readonly LabelledSession[]
}

/** @param labelsFile without it, as for a session that it does not have, there are no items or traps */
export function readSources(dataFile: string, labelsFile?: string): Source[] {
  const labels = labelsFile === undefined ? undefined : readLabels(labelsFile)
  const sessions = parseLines(readText(dataFile), sessionSchema).map((session) => {
    const own = labels?.get(session.id) ?? nothing
    return { ...session, items: own.items, traps: own.traps }
  })
  return [...Map.groupBy(sessions, ({ source }) => source)].map(([name, own]) => ({
    name,
    sessions: own.toSorted((a, b) => startOf(a) - startOf(b)),
  }))
}

const nothing = { items: [], traps: [] }

function readLabels(file: string) {
  return new Map(parseLines(readText(file), labelsSchema).map((each) => [each.session, each]))
}

const undated = '2025-01-01T00:00:00Z'

/** Undated sessions keep the order of the file. */
export function startOf({ started_at }: Pick<LabelledSession, 'started_at'>): number {
  return Date.parse(started_at ?? undated)
}

export function parseLines<T>(text: string, schema: z.ZodType<T>): T[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => schema.parse(JSON.parse(line)))
}
