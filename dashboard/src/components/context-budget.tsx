import './context-budget.css'
import type { OutputOf } from '../api/call.ts'
import { number } from '../wording/amounts.ts'

type Plan = Pick<OutputOf<'getContext'>, 'lines' | 'tokens' | 'most'>

/** What of the budget each line takes, in their order: the last is the first to be cut. */
export function ContextBudget({ lines, tokens, most }: Plan) {
  const taken = lines.reduce((sum, line) => sum + line.tokens, 0)
  const rest = Math.max(0, most.tokens - tokens)
  const summary = `${number(tokens)} of ${number(most.tokens)} tokens`
  return (
    <figure className="context-budget">
      <div
        className="context-budget-bar"
        role="img"
        aria-label={`${summary}: ${lines.map(({ kind, tokens: own }) => `${kind} ${own}`).join(', ')}`}
      >
        {lines.map(({ id, kind, text, tokens: own }) => (
          <span
            key={`${id} ${text}`}
            className={`context-budget-line kind-${kind}`}
            style={{ flexGrow: own }}
            title={`${number(own)} tokens · ${kind}: ${text}`}
          />
        ))}
        <span
          className="context-budget-frame"
          style={{ flexGrow: Math.max(0, tokens - taken) }}
          title={`${number(tokens - taken)} tokens · headings and notes`}
        />
        <span style={{ flexGrow: rest }} title={`${number(rest)} tokens free`} />
      </div>
      <figcaption>
        <span>{summary}</span>
        {lines.length > 1 && <span>the right end is cut first</span>}
      </figcaption>
    </figure>
  )
}
