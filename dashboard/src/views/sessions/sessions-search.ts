import { type SessionOrder, sessionOrders } from '../../../../src/contract/vocabulary.ts'
import { longestFilter, oneOf, text } from '../../read-params.ts'

export interface SessionsSearch {
  readonly text?: string | undefined
  readonly project?: string | undefined
  readonly host?: string | undefined
  readonly status?: 'active' | 'completed' | undefined
  readonly order?: SessionOrder | undefined
}

export function readSessionsSearch(given: Record<string, unknown>): SessionsSearch {
  return {
    text: text(given.text)?.slice(0, longestFilter),
    project: text(given.project),
    host: text(given.host),
    status: oneOf(['active', 'completed'], given.status),
    order: oneOf(sessionOrders, given.order),
  }
}
