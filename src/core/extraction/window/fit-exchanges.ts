/** Fits exchanges into so many characters: what was said first, then what was done. */

import type { Exchange } from '../../model/window.ts'
import { charactersIn, fitActions } from './fit-actions.ts'

/** Whole exchanges are left out, the oldest first. */
export function fitExchanges(exchanges: readonly Exchange[], most: number): Exchange[] {
  const fitting: Exchange[] = []
  let left = most
  for (const exchange of exchanges.toReversed()) {
    const said = exchange.user.length + exchange.assistant.length
    if (said > left) break
    left -= said
    fitting.push(exchange)
  }
  return fitting
    .map((exchange) => {
      const actions = fitActions(exchange.actions, left)
      left -= actions.reduce((sum, action) => sum + charactersIn(action), 0)
      return { ...exchange, actions }
    })
    .toReversed()
}
