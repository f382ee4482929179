import './given-context.css'
import { Link } from '@tanstack/react-router'
import { Badge } from '../../components/badge.tsx'
import { Icon } from '../../components/icon.tsx'
import { Summary } from '../../components/view.tsx'
import { count } from '../../wording/amounts.ts'
import { MemoryLink } from './links.tsx'
import type { ContextEntry } from './timeline-entries.ts'

type Line = ContextEntry['lines'][number]

const moments: Record<ContextEntry['event'], string> = {
  'session-start': 'at the start',
  prompt: 'with the prompt',
  'subagent-start': 'to a subagent',
  failure: 'after a failed command',
  file: 'at a file',
  tool: 'before a tool ran',
}

const sources: Record<string, string> = {
  resume: 'when it was resumed',
  clear: 'after it was cleared',
  compact: 'after it was compacted',
}

/** What Throughline gave the agent at one moment, and what of it was used. */
export function GivenContext({ given }: { given: ContextEntry }) {
  const { event, source = '', tokens, lines } = given
  const used = lines.filter(({ use }) => use !== undefined).length
  return (
    <details className="given">
      <Summary>
        <Icon name="context" />
        <span>
          Gave <strong>{count(lines.length, 'line')}</strong> {sources[source] ?? moments[event]}
        </span>
        <span className="quiet">{count(tokens, 'token')}</span>
        <Badge tone={used > 0 ? 'good' : 'neutral'}>
          {used > 0 ? `${used} used` : 'none used'}
        </Badge>
      </Summary>
      <ul>
        {lines.map((line, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: forgotten memories have no id any more
          <li key={position}>
            <GivenLine line={line} />
            <span className="given-why">
              {line.reason}
              {line.use && <Badge tone="good">{line.use}</Badge>}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}

function GivenLine({ line: { id, section, text } }: { line: Line }) {
  if (id === '') return <span className="quiet">A memory that has since been forgotten</span>
  if (section === 'last-session') {
    return (
      <Link to="/sessions/$id" params={{ id }} className="memory-link">
        Summary of the previous session
      </Link>
    )
  }
  if (section === 'recap') return <span className="quiet">Recap of this session</span>
  return <MemoryLink id={id} content={text} />
}
