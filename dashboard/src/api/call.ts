/** Calls an operation of the contract: `await call('getMemory', { id })`. */
import { routes } from 'virtual:operation-routes'
import type { z } from 'zod'
import type { ErrorCode } from '../../../src/contract/errors.ts'
import type { OperationName, OutputOf, operations } from '../../../src/contract/operations/index.ts'
import { commandHere, connection } from './connection.ts'
import { toRequest } from './request.ts'
import { fetchSignedIn } from './session.ts'

export type { OperationName, OutputOf }

type Declared<Name extends OperationName> = (typeof operations)[Name]['input']
type Given<Name extends OperationName> = z.input<Declared<Name>>
type Parsed<Name extends OperationName> = z.output<Declared<Name>>

/** Keys are optional as in the input, values as after parsing. */
export type CallInput<Name extends OperationName> = {
  readonly [Field in keyof Given<Name>]:
    | (Field extends keyof Parsed<Name> ? Parsed<Name>[Field] : never)
    | undefined
}

/** @throws ApiError */
export async function call<Name extends OperationName>(
  name: Name,
  input: CallInput<Name>,
  signal?: AbortSignal,
): Promise<OutputOf<Name>> {
  const { url, init } = toRequest(routes[name], input)
  const response = await send(url, { ...init, ...(signal && { signal }) })
  if (!response.ok) throw await toApiError(response)
  return (await response.json()) as OutputOf<Name>
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetchSignedIn(url, init)
    connection.report(response.status === 401 ? 'signed-out' : 'online')
    return response
  } catch (error) {
    if (init.signal?.aborted) throw error
    connection.report('offline')
    throw new ApiError('daemon-unreachable', 'the daemon does not answer', 'throughline start')
  }
}

type ApiErrorCode = ErrorCode | 'signed-out' | 'refused'

export class ApiError extends Error {
  readonly code: ApiErrorCode
  readonly hint: string | undefined

  constructor(code: ApiErrorCode, message: string, hint?: string) {
    super(message)
    this.name = 'ApiError'
    this.code = code
    this.hint = hint
  }
}

/** The daemon is unreachable, or the browser signed out: `ConnectionBanner` shows it. */
export function isAway(error: Error): boolean {
  return (
    error instanceof ApiError &&
    (error.code === 'daemon-unreachable' || error.code === 'signed-out')
  )
}

interface ErrorBody {
  readonly error?: {
    readonly code?: ErrorCode
    readonly message?: string
    readonly hint?: string
  }
}

export async function toApiError(response: Response): Promise<ApiError> {
  if (response.status === 401) {
    return new ApiError('signed-out', 'this browser is signed out', commandHere('dashboard'))
  }
  const { error } = (await response.json().catch(() => ({}))) as ErrorBody
  const code = error?.code ?? (response.status >= 500 ? 'internal' : 'refused')
  return new ApiError(code, error?.message ?? `the daemon answered ${response.status}`, error?.hint)
}
