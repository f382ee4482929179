import type { OutputOf } from '../../api/call.ts'
import { KindBadge } from '../../components/badge.tsx'
import { Card, Summary } from '../../components/view.tsx'
import { count } from '../../wording/amounts.ts'
import { MemoryLink, TurnLink } from './links.tsx'

type Session = OutputOf<'getSession'>

const memoriesShown = 4

/** What the session taught, the first of it at once. */
export function LearnedMemories({ session }: { session: Session }) {
  const { memories, timeline } = session
  const rest = memories.slice(memoriesShown)
  return (
    <Card title="Learned here" isFlush>
      {memories.length === 0 && <p className="session-nothing">No memory yet.</p>}
      <ul className="learned">
        {memories.slice(0, memoriesShown).map((memory) => (
          <LearnedMemory key={memory.id} memory={memory} timeline={timeline} />
        ))}
      </ul>
      {rest.length > 0 && (
        <details className="learned-more">
          <Summary>{count(rest.length, 'more memory', 'more memories')}</Summary>
          <ul className="learned">
            {rest.map((memory) => (
              <LearnedMemory key={memory.id} memory={memory} timeline={timeline} />
            ))}
          </ul>
        </details>
      )}
    </Card>
  )
}

interface LearnedMemoryProps extends Pick<Session, 'timeline'> {
  readonly memory: Session['memories'][number]
}

function LearnedMemory({ memory, timeline }: LearnedMemoryProps) {
  const { id, kind, content, validTo, turns } = memory
  return (
    <li className={validTo === undefined ? undefined : 'is-superseded'}>
      <MemoryLink id={id} content={content} />
      <span className="row">
        <KindBadge kind={kind} />
        {validTo !== undefined && <span className="quiet">superseded</span>}
        <TurnLink turn={timeline.find((turn) => turns.includes(turn.id))} />
      </span>
    </li>
  )
}
