import { useState } from 'react'
import type { OutputOf } from '../../api/call.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/view.tsx'
import { InlineText } from '../../markdown/markdown.tsx'
import { sentence } from '../../wording/texts.ts'
import { TurnLink } from './links.tsx'
import { findTurn, type Turn } from './timeline-entries.ts'

interface SessionSummaryProps {
  readonly lines: OutputOf<'getSession'>['summary']
  readonly timeline: readonly Turn[]
}

/** The session in at most eight lines, each with the turn it comes from. */
export function SessionSummary({ lines, timeline }: SessionSummaryProps) {
  // On a phone, two lines of each part are shown at first.
  const [isWhole, setWhole] = useState(false)
  return (
    <Card
      title="Summary"
      actions={
        <Button
          look="quiet"
          className="session-summary-toggle"
          aria-pressed={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Less' : 'More'}
        </Button>
      }
    >
      {lines.length === 0 && <p className="quiet">Nothing to sum up yet.</p>}
      <dl className={isWhole ? 'session-summary is-whole' : 'session-summary'}>
        {lines.map(({ part, text, cites }, at) => (
          <div key={`${part} ${text}`} className="session-summary-line">
            <dt>{lines[at - 1]?.part === part ? '' : sentence(part)}</dt>
            <dd className="markdown">
              <span className="session-summary-text">
                <InlineText text={text} />
              </span>
            </dd>
            <dd>{part !== 'changed' && <TurnLink turn={findTurn(timeline, cites.slice(-1))} />}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
