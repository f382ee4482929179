/** The input of an operation from a request: parts of its path, and its query or body. */
import type { Context } from 'hono'
import { ThroughlineError } from '../../contract/errors.ts'
import type { Operation } from '../../contract/operation.ts'
import { parseInput } from '../../contract/parse-input.ts'
import { isJsonObject } from '../../core/model/json.ts'

/** Splits an operation's input into what its path holds and the rest. */
export function splitInput({ http, input }: Pick<Operation, 'http' | 'input'>) {
  const inPath = [...http.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  return {
    inPath: input.pick(maskOf(inPath)),
    besides: input.omit(maskOf([...inPath, ...(http.without ?? [])])).strict(),
  }
}

/** @throws ThroughlineError `invalid-input`, also for an unknown field */
export function inputReader(operation: Pick<Operation, 'http' | 'input'>) {
  const { inPath, besides } = splitInput(operation)
  const read = operation.http.method === 'get' ? readQuery : readBody
  return async (context: Context): Promise<unknown> => ({
    ...parseInput(besides, await read(context)),
    ...parseInput(inPath, context.req.param()),
  })
}

/** A repeated name becomes a list. */
export function readQuery({ req }: Context): object {
  const fields = Object.entries(req.queries())
  return Object.fromEntries(
    fields.map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  )
}

async function readBody({ req }: Context): Promise<object> {
  const [stray] = Object.keys(req.query())
  if (stray !== undefined) {
    throw new ThroughlineError('invalid-input', `"${stray}" is in the address, not in the body`, {
      hint: 'a POST takes its input as a JSON object in the body',
    })
  }
  const text = await req.text()
  if (text.trim() === '') return {}
  const value = parseJson(text)
  if (isJsonObject(value)) return value
  throw notAnObject()
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw notAnObject(error)
  }
}

function notAnObject(cause?: unknown): ThroughlineError {
  const hint = cause instanceof Error ? cause.message : undefined
  return new ThroughlineError('invalid-input', 'the body is not a JSON object', { hint, cause })
}

function maskOf(names: readonly string[]): Record<string, true> {
  return Object.fromEntries(names.map((name) => [name, true]))
}
