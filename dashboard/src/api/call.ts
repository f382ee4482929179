/** Calls an operation of the contract: `await call('getMemory', { id })`. */
import { routes } from 'virtual:operation-routes'
import type { z } from 'zod'
import type { OperationName, OutputOf, operations } from '../../../src/contract/operations/index.ts'
import { ApiError, toApiError } from './api-error.ts'
import { connection } from './connection.ts'
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
