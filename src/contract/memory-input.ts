/** Input fields of a memory, from command lines, JSON and query strings. */
import { z } from 'zod'
import { memorySource } from './memory.ts'
import {
  findContentFault,
  findKeyFault,
  normaliseContent,
  normaliseLine,
  normaliseLines,
  tooLong,
} from './memory-text.ts'
import { memoryKinds, memoryLimits, memoryScopes, parseKind } from './vocabulary.ts'
import { parseTime } from './wording.ts'

const limits = memoryLimits

export const contentInput = textInput(normaliseContent, findContentFault).meta({
  description: 'What to remember: one statement, with the reason',
  maxLength: limits.contentCharacters,
})

export const keyInput = textInput(normaliseLine, findKeyFault).meta({
  description: 'A short name, unique in its scope; storing it again updates the memory',
  maxLength: limits.keyCharacters,
})

/** The same, or empty to remove the key. */
export const newKeyInput = textInput(normaliseLine, (key) =>
  key === '' ? undefined : findKeyFault(key),
).meta({ description: 'New key; empty removes it', maxLength: limits.keyCharacters })

export const kindInput = z
  .preprocess(
    (value) => (typeof value === 'string' && parseKind(value)) || value,
    z.enum(memoryKinds),
  )
  .describe('What kind of statement it is')

export const scopeInput = z
  .preprocess(lowerCase, z.enum(memoryScopes))
  .describe('Where it applies: everywhere, in one project, one session, or for one agent')

/** Lower-cased only after redaction, which recognises some secrets by their capitals. */
export const tagsInput = listInput(limits.tags, limits.tagCharacters).describe(
  'Labels, as a list or separated by commas',
)

export const keywordsInput = listInput(limits.keywords, limits.keywordCharacters).describe(
  'Other words people may search for',
)

export const filesInput = listInput(limits.files, limits.fileCharacters).describe(
  'Files it concerns, relative to the project',
)

export const importanceInput = z
  .preprocess(toNumber, z.number())
  .meta({ description: 'How much it matters, from 0 to 1', minimum: 0, maximum: 1 })

export const commitInput = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[0-9a-f]{7,64}$/, 'it is not a commit hash')
  .describe('Commit of the files')

export const sourcesInput = z
  .array(memorySource.extend({ ref: z.string().trim().max(1_024) }))
  .max(100)

/** Also accepts the text true or false, as in query strings. */
export const flagInput = z.preprocess(
  (value) => (value === 'true' ? true : value === 'false' ? false : value),
  z.boolean(),
)

/** A date means the end of that day, UTC; `7d` means seven days ago. */
export const timeInput = z
  .string()
  .trim()
  .transform((text, context) => {
    const time = parseTime(text, new Date())
    const fault = `"${text}" is not a date; write 2026-01-31, 2026-01-31T12:00:00Z, or 7d for seven days ago`
    return accept(time ?? '', time === undefined ? fault : undefined, context)
  })

export const limitInput = numberInput(1, 1_000).default(20).describe('At most this many')
export const offsetInput = numberInput(0).default(0).describe('Skip this many first')

/** Text that a list is filtered by. */
export const containedInput = z.string().trim().min(1).max(200)

export const idInput = z.string().trim().min(1)

/** Where to look. The other fields win over the folder. */
export const placeFields = {
  project: z.string().min(1).optional().describe('Project id or name'),
  session: z.string().min(1).optional().describe('Session id: Throughline’s or the host’s'),
  agent: z.string().min(1).optional().describe('Name of a subagent with memories of its own'),
  folder: z.string().min(1).optional().describe('Working folder, used to find the project'),
}

/** One memory, by id, or by key in the nearest scope. */
export const referenceFields = {
  id: idInput.optional().describe('Id of the memory'),
  key: keyInput.optional().describe('Its key, instead of the id'),
  scope: scopeInput
    .optional()
    .describe('Scope of the key; default: the session or agent named, then project, then global'),
  ...placeFields,
}

/** A whole number, also as text. */
export function numberInput(min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER) {
  return z.coerce.number().int().min(min).max(max)
}

function textInput(
  normalise: (text: string) => string,
  findFault: (text: string) => string | undefined,
) {
  return z.string().transform((given, context) => {
    const text = normalise(given)
    return accept(text, findFault(text), context)
  })
}

function listInput(most: number, mostCharacters: number) {
  return z.preprocess(splitAtCommas, z.array(z.string())).transform((given, context) => {
    const items = normaliseLines(given)
    const fault =
      items.length > most
        ? `${items.length} are too many; at most ${most} are allowed`
        : items.map((item) => tooLong(item, mostCharacters)).find((found) => found !== undefined)
    return accept(items, fault, context)
  })
}

function accept<T>(value: T, fault: string | undefined, context: z.core.$RefinementCtx): T {
  if (fault === undefined) return value
  context.addIssue({ code: 'custom', message: fault })
  return z.NEVER
}

function splitAtCommas(value: unknown): unknown {
  return typeof value === 'string' ? value.split(',') : value
}

function lowerCase(value: unknown): unknown {
  const lower = typeof value === 'string' ? value.trim().toLowerCase() : value
  return memoryScopes.some((scope) => scope === lower) ? lower : value
}

function toNumber(value: unknown): unknown {
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : value
}
