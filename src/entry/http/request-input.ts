/** The input of an operation from a request: parts of its path, and its query or body. */
import type { Context } from 'hono'
import { ThroughlineError } from '../../contract/errors.ts'
import type { Operation } from '../../contract/operation.ts'
import { parseInput } from '../../contract/parse-input.ts'
import { parseBody } from './body.ts'

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
  return (context: Context): unknown => ({
    ...parseInput(besides, read(context)),
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

function readBody(context: Context): object {
  const [stray] = Object.keys(context.req.query())
  if (stray !== undefined) {
    throw new ThroughlineError('invalid-input', `"${stray}" is in the address, not in the body`, {
      hint: 'a POST takes its input as a JSON object in the body',
    })
  }
  return parseBody(context)
}

function maskOf(names: readonly string[]): Record<string, true> {
  return Object.fromEntries(names.map((name) => [name, true]))
}
