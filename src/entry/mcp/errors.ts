/** Errors as MCP clients see them; internal errors without details. */
import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server'
import { meaningOf, ThroughlineError } from '../../contract/errors.ts'
import { visibleText } from '../../core/text/visible-text.ts'

const fault = { message: 'internal error', hint: 'throughline doctor may show why' }

/** What went wrong and what to do, as the text of a tool's result. */
export function explainError(error: unknown): string {
  const { message, hint } = error instanceof ThroughlineError ? error : fault
  return visibleText(hint === undefined ? message : `${message}\n${hint}`)
}

export function resourceError(error: unknown, uri: URL): ProtocolError {
  const { mcpError } = meaningOf(error)
  if (mcpError === 'resource-not-found') return new ResourceNotFoundError(uri.href)
  const { InvalidParams, InternalError } = ProtocolErrorCode
  const code = mcpError === 'invalid-params' ? InvalidParams : InternalError
  return new ProtocolError(code, explainError(error))
}
