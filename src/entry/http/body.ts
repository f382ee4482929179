/** The body of a request: read up to a limit, whether its size was announced or not. */
import type { Context, MiddlewareHandler } from 'hono'
import { ThroughlineError } from '../../contract/errors.ts'
import type { Operation } from '../../contract/operation.ts'
import { saveWikiPage } from '../../contract/operations/wiki.ts'
import { parseInput } from '../../contract/parse-input.ts'
import { mostPageBytes } from '../../contract/vocabulary.ts'
import { refuseComplexJson } from '../../core/model/bounded-json.ts'
import { isJsonObject, type JsonObject } from '../../core/model/json.ts'
import { maxPayloadBytes } from '../../core/model/spool-file.ts'
import { refuse } from './respond.ts'

/** The largest input of most operations, a list of ids, takes a tenth. */
const maxBodyBytes = 1024 * 1024
/** As JSON, a page with many quotes and line breaks can take twice its size. */
const maxPageBodyBytes = 2 * mostPageBytes + 64 * 1024
const mebibytes = (bytes: number) => `${Math.floor(bytes / 1024 / 1024)} MiB`

/** Hooks send tool output, which may be large, and the dashboard whole pages; everything else is small. */
function limitOf(path: string): number {
  if (path.startsWith('/hooks/')) return maxPayloadBytes
  return path === saveWikiPage.http.path ? maxPageBodyBytes : maxBodyBytes
}

/** @param limitAt how many bytes a path takes */
export function limitBody(limitAt: (path: string) => number = limitOf): MiddlewareHandler {
  return async (context, next) => {
    if (!context.req.raw.body) return next()
    const limit = limitAt(context.req.path)
    const text = await readText(context, limit)
    if (text === undefined) {
      return refuse(
        context,
        413,
        `the body is larger than ${mebibytes(limit)}`,
        'send less at once',
      )
    }
    refuseComplex(text)
    context.set(bodyKey, text)
    await next()
  }
}

const bodyKey = 'body'

/** What `limitBody` read; empty when there was none. */
export function bodyOf(context: Context): string {
  return (context.get(bodyKey) as string | undefined) ?? ''
}

/** For code that reads bodies itself. */
export function readAlready(context: Context): Request {
  const { url, method, headers, signal } = context.req.raw
  const body = bodyOf(context)
  return new Request(url, { method, headers, signal, ...(body !== '' && { body }) })
}

/** @throws ThroughlineError `invalid-input` */
export function parseBody(context: Context): JsonObject {
  const text = bodyOf(context)
  if (text.trim() === '') return {}
  const value = parseJson(text)
  if (isJsonObject(value)) return value
  throw notAnObject()
}

/**
 * A chunked body does not announce its size, so it is counted as it arrives. Hono's `bodyLimit`
 * wraps it in a second Request, which does not work with Node's.
 * @returns undefined when it is larger than that
 */
async function readText({ req }: Context, maxBytes: number): Promise<string | undefined> {
  const announced = req.header('content-length')
  if (announced !== undefined) return Number(announced) > maxBytes ? undefined : req.text()
  const chunks: Uint8Array[] = []
  let size = 0
  // Not `for await`: leaving the loop would close the connection before the answer is sent.
  const reader = req.raw.body?.getReader()
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    size += next.value.length
    if (size > maxBytes) return undefined
    chunks.push(next.value)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Every body is JSON. */
function refuseComplex(text: string): void {
  try {
    refuseComplexJson(text)
  } catch (error) {
    throw notAnObject(error)
  }
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

/** Splits an operation's input into path parameters and the rest. */
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
