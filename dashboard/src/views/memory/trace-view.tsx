import './trace.css'
import { Link } from '@tanstack/react-router'
import type { OutputOf } from '../../api/call.ts'
import { KindBadge } from '../../components/badge.tsx'
import { Text } from '../../components/text.tsx'
import { RelativeTime } from '../../components/time.tsx'
import { Card } from '../../components/view.tsx'
import { count } from '../../wording/amounts.ts'
import { shortDate } from '../../wording/time.ts'
import { turnAnchor } from '../session/links.tsx'
import { Said } from './said.tsx'

type Trace = OutputOf<'traceMemory'>

/** The words it comes from, with those that say it marked. */
export function SourceTurns({ sources }: { sources: Trace['sources'] }) {
  return (
    <Card title="Where it comes from">
      <ol className="trace-sources">
        {sources.map(({ turn, number, at, session, said }) => (
          <li key={turn} className="trace-source">
            <p className="trace-source-head">
              <Link to="/sessions/$id" params={{ id: session.id }} hash={turnAnchor(turn)}>
                {session.title}
              </Link>
              <span className="quiet">
                {said ? (said.by === 'user' ? 'you said' : 'the agent said') : 'learned'} in turn{' '}
                {number}, <RelativeTime at={at} />
              </span>
            </p>
            {said && <Said said={said} />}
          </li>
        ))}
      </ol>
    </Card>
  )
}

const width = 600
const height = 44
const radius = 4

/** A dot for each time it was given, filled where a session used it. */
export function GivenDots({ given, since }: { given: Trace['given']; since: string }) {
  const used = given.filter(({ use }) => use !== undefined).length
  const from = Math.min(Date.parse(since), ...given.map(({ at }) => Date.parse(at)))
  const until = Date.now()
  const placed = stack(
    given.map((each) => ({
      ...each,
      x: radius + ((Date.parse(each.at) - from) / Math.max(1, until - from)) * (width - 2 * radius),
    })),
  )
  const summary = `Given ${count(given.length, 'time')}, used ${count(used, 'time')}`
  const levels = Math.max(1, ...placed.map(({ level }) => level + 1))
  const step = Math.min(2 * radius + 2, (height - 2 * radius) / levels)
  return (
    <Card title="Given and used">
      <p className="trace-summary">
        {given.length === 0 ? 'Not given to a session yet.' : `${summary}.`}
      </p>
      {given.length > 0 && (
        <figure className="trace-dots">
          <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={summary}>
            <line x1={0} x2={width} y1={height - 1} y2={height - 1} />
            {placed.map(({ at, moment, use, session, x, level }, index) => (
              <circle
                // biome-ignore lint/suspicious/noArrayIndexKey: several may be given at one time
                key={index}
                className={use === undefined ? 'is-given' : 'is-used'}
                cx={x}
                cy={height - radius - 2 - level * step}
                r={radius}
              >
                <title>{`${shortDate(at, until)}: ${moment.replace('-', ' ')}${use === undefined ? '' : `, ${use}`}${session ? `\n${session.title}` : ''}`}</title>
              </circle>
            ))}
          </svg>
          <figcaption>
            <span>{shortDate(new Date(from).toISOString(), until)}</span>
            <span className="trace-key">
              <span className="is-used">used</span>
              <span className="is-given">given only</span>
            </span>
            <span>today</span>
          </figcaption>
        </figure>
      )}
    </Card>
  )
}

/** Dots that would cover each other lie on top of each other. */
function stack<Dot extends { readonly x: number }>(dots: readonly Dot[]) {
  const ends: number[] = []
  return dots.map((dot) => {
    const free = ends.findIndex((end) => dot.x - end >= 2 * radius)
    const level = free < 0 ? ends.length : free
    ends[level] = dot.x
    return { ...dot, level }
  })
}

/** What was true before and after it. */
export function Replacements({ trace }: { trace: Pick<Trace, 'replaced' | 'replacedBy'> }) {
  const { replaced, replacedBy } = trace
  if (replaced.length + replacedBy.length === 0) return null
  return (
    <Card title="What it replaced" isFlush>
      <ol className="trace-steps" aria-label="Replacements, oldest first">
        {replaced.map((memory) => (
          <Step key={memory.id} memory={memory} />
        ))}
        <li className="trace-step is-own">This memory</li>
        {replacedBy.map((memory) => (
          <Step key={memory.id} memory={memory} />
        ))}
      </ol>
    </Card>
  )
}

function Step({
  memory: { id, kind, content, validFrom, validTo },
}: {
  memory: Trace['replaced'][number]
}) {
  return (
    <li className={validTo === undefined ? 'trace-step' : 'trace-step is-over'}>
      <Link to="/memories/$id" params={{ id }} className="memory-link">
        <Text text={content} />
      </Link>
      <span className="row">
        <KindBadge kind={kind} />
        <span className="quiet">
          <RelativeTime at={validFrom} />
        </span>
      </span>
    </li>
  )
}
