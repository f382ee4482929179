/** Input fields of a memory, from command lines, JSON and query strings. */
import { z } from 'zod'
import { memoryKinds, memoryLimits, memoryScopes, memorySource, parseKind } from './memory.ts'
import {
  findContentFault,
  findKeyFault,
  normaliseContent,
  normaliseKey,
  normaliseLines,
  tooLong,
} from './memory-text.ts'
import { parseTime } from './time-text.ts'

const limits = memoryLimits

export const contentInput = textInput(normaliseContent, findContentFault).meta({
  description: 'What to remember: one statement, with the reason',
  maxLength: limits.contentCharacters,
})

export const keyInput = textInput(normaliseKey, findKeyFault).meta({
  description: 'A short name, unique in its scope; storing it again updates the memory',
  maxLength: limits.keyCharacters,
})

/** The same, or empty to remove the key. */
export const newKeyInput = textInput(normaliseKey, (key) =>
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
export const tagsInput = listInput(normaliseLines, limits.tags, limits.tagCharacters).describe(
  'Labels, as a list or separated by commas',
)

export const keywordsInput = listInput(
  normaliseLines,
  limits.keywords,
  limits.keywordCharacters,
).describe('Other words people may search for')

export const filesInput = listInput(normaliseLines, limits.files, limits.fileCharacters).describe(
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

/** A date means the end of that day, UTC. */
export const timeInput = z
  .string()
  .trim()
  .transform((text, context) => {
    const time = parseTime(text)
    if (time !== undefined) return time
    const message = `"${text}" is not a date; write 2026-01-31 or 2026-01-31T12:00:00Z`
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })

export const limitInput = z.coerce
  .number()
  .int()
  .min(1)
  .max(1_000)
  .default(20)
  .describe('At most this many')
export const offsetInput = z.coerce
  .number()
  .int()
  .min(0)
  .default(0)
  .describe('Skip this many first')

/** Where to look. The other fields win over the folder. */
export const placeFields = {
  project: z.string().min(1).optional().describe('Project id, name or identity'),
  session: z.string().min(1).optional().describe('Session id: Throughline’s or the host’s'),
  agent: z.string().min(1).optional().describe('Name of the agent'),
  folder: z.string().min(1).optional().describe('Working folder, used to find the project'),
}

/** One memory, by id, or by key in the nearest scope. */
export const referenceFields = {
  id: z.string().trim().min(1).optional().describe('Id of the memory'),
  key: keyInput.optional().describe('Key of the memory, instead of the id'),
  scope: scopeInput
    .optional()
    .describe('Scope of the key; default: the session or agent named, then project, then global'),
  ...placeFields,
}

function textInput(
  normalise: (text: string) => string,
  findFault: (text: string) => string | undefined,
) {
  return z.string().transform((given, context) => {
    const text = normalise(given)
    const fault = findFault(text)
    if (fault === undefined) return text
    context.addIssue({ code: 'custom', message: fault })
    return z.NEVER
  })
}

function listInput(
  normalise: (items: readonly string[]) => string[],
  most: number,
  mostCharacters: number,
) {
  return z.preprocess(splitAtCommas, z.array(z.string())).transform((given, context) => {
    const items = normalise(given)
    const fault =
      items.length > most
        ? `${items.length} are too many; at most ${most} are allowed`
        : items.map((item) => tooLong(item, mostCharacters)).find((found) => found !== undefined)
    if (fault === undefined) return items
    context.addIssue({ code: 'custom', message: fault })
    return z.NEVER
  })
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
