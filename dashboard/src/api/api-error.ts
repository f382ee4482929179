/** An error from the daemon: code, message and hint. */
import type { ErrorCode } from '../../../src/contract/errors.ts'
import { commandHere } from './command-here.ts'

export type ApiErrorCode = ErrorCode | 'signed-out' | 'refused'

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
