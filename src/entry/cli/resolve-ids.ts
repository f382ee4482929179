/** Ids as people type them: whole, or their first or last characters, as in git. */
import { ThroughlineError } from '../../contract/errors.ts'
import type { OperationName, OutputOf } from '../../contract/operations/index.ts'
import { hitTypes, type IdType } from '../../contract/vocabulary.ts'
import { isPartOfId, looksLikeShortId, shortId } from '../../core/model/memory.ts'

/** Which kind of id a field of an operation's input takes, besides `session`. */
const idFields: Partial<Record<OperationName, Readonly<Record<string, readonly IdType[]>>>> = {
  getMemory: { id: ['memory'] },
  memoryHistory: { id: ['memory'] },
  updateMemory: { id: ['memory'] },
  pinMemory: { id: ['memory'] },
  forgetMemory: { id: ['memory', 'forgotten'] },
  getGuard: { id: ['memory'] },
  setGuard: { id: ['memory'] },
  listChecks: { id: ['memory'] },
  setChecks: { id: ['memory'] },
  restoreMemory: { id: ['forgotten'] },
  restoreMemories: { ids: ['forgotten'] },
  getSession: { id: ['session'] },
  extractSession: { id: ['session'] },
  getToolEvent: { id: ['tool-event'] },
  getTimeline: { id: hitTypes },
  retryJobs: { id: ['job'] },
  undoConsolidation: { id: ['consolidation'] },
  decideReview: { stays: ['memory'] },
  storeMemory: { supersedes: ['memory'] },
  deleteHistory: { turn: ['turn'] },
}

/** Operations that accept parts of ids. @throws ThroughlineError `conflict` if several match */
export function resolvingIds(ask: Ask): Ask {
  return async (name, given) => {
    const fields = { session: ['session' as const], ...idFields[name] }
    const input: Record<string, unknown> = { ...given }
    for (const [field, types] of Object.entries(fields)) {
      input[field] = await resolveAny(ask, input[field], types)
    }
    if (name === 'decideReview' || name === 'undoReview') input.key = await itemKey(ask, given.key)
    const isKeyToo = given.key !== undefined && given.key === given.id && input.id !== given.id
    if (!isKeyToo) return ask(name, input)
    const { id, ...byKey } = input
    const { key, ...byId } = input
    return ask(name, (await isKey(ask, byKey)) ? byKey : byId)
  }
}

/** @returns the text as given if it is no part of an id, but a key or the host's own id */
export async function wholeId(ask: Ask, given: string, types: readonly IdType[]): Promise<string> {
  const part = given.trim().toLowerCase()
  if (!mayBeId(part) || part.length === wholeLength) return given
  const { matches } = await ask('findIds', { part, types: types.join(',') })
  const names = matches.map(({ type, id }) => `${type} ${shortId(id)}`)
  return (
    onlyOne(
      given,
      matches.map(({ id }) => id),
      names,
    ) ?? given
  )
}

/** The matching id of `ids`; the text as given if none matches. @throws ThroughlineError `conflict` */
export function pickId(given: string, ids: readonly string[]): string {
  const part = given.trim().toLowerCase()
  if (ids.includes(given) || part.length < fewest) return given
  const found = ids.filter((id) => isPartOfId(id, part))
  return onlyOne(given, found, found.map(shortId)) ?? given
}

const fewest = 4
const wholeLength = 36

export function mayBeId(text: string): boolean {
  return /^[0-9a-f-]{4,36}$/i.test(text.trim())
}

async function resolveAny(ask: Ask, given: unknown, types: readonly IdType[]): Promise<unknown> {
  if (Array.isArray(given)) return Promise.all(given.map((each) => resolveAny(ask, each, types)))
  if (typeof given !== 'string') return given
  // People and agents know memories by their short ids.
  const isKnown = types.join() === 'memory' && looksLikeShortId(given.trim())
  return isKnown ? given : wholeId(ask, given, types)
}

async function itemKey(ask: Ask, given: unknown): Promise<unknown> {
  if (typeof given !== 'string' || !mayBeId(given)) return given
  const { items, undoable } = await ask('listReview', { limit: 1_000 })
  const keys = [...items.map(({ key }) => key), ...(undoable ? [undoable.key] : [])]
  return pickId(given, keys)
}

function onlyOne(
  given: string,
  [id, ...others]: readonly string[],
  names: readonly string[],
): string | undefined {
  if (others.length === 0) return id
  throw new ThroughlineError('conflict', `"${given}" may be ${names.join(', ')}`, {
    hint: 'type more of the id',
  })
}

async function isKey(ask: Ask, reference: Readonly<Record<string, unknown>>): Promise<boolean> {
  const { key, scope, project, session, agent, folder } = reference
  try {
    await ask('getMemory', { key, scope, project, session, agent, folder })
    return true
  } catch (error) {
    if (error instanceof ThroughlineError && error.code === 'not-found') return false
    throw error
  }
}

/** Runs an operation on input as typed. @throws ThroughlineError */
export type Ask = <Name extends OperationName>(
  name: Name,
  given: Readonly<Record<string, unknown>>,
) => Promise<OutputOf<Name>>
