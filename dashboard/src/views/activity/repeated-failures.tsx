import { Link } from '@tanstack/react-router'
import type { OutputOf } from '../../api/call.ts'
import { Card } from '../../components/view.tsx'
import { count } from '../../wording/amounts.ts'
import { shortDate } from '../../wording/time.ts'

type Failure = OutputOf<'getHotspots'>['failures'][number]
type Sight = Failure['sessions'][number]

interface RepeatedFailuresProps {
  readonly failures: readonly Failure[]
  /** The days shown, oldest first. */
  readonly dates: readonly string[]
  readonly isOfProject: boolean
}

/** The same failure, session after session, on one line of time. */
export function RepeatedFailures({ failures, dates, isOfProject }: RepeatedFailuresProps) {
  const sights = failures.flatMap(({ sessions }) => sessions.slice(1))
  const answered = sights.filter(({ isAnswered }) => isAnswered).length
  return (
    <Card title="Failures that came back">
      <p className="activity-summary">
        {failures.length === 0
          ? 'No failure came back in another session.'
          : `${count(failures.length, 'failure')} came back; memory answered ${answered} of ${count(sights.length, 'return')}.`}
      </p>
      {failures.length > 0 && (
        <>
          <ul className="failures">
            {failures.map((failure) => (
              <li key={`${failure.command} ${failure.error}`}>
                <p className="failure-text">
                  <code className="truncate" title={failure.command}>
                    {failure.command}
                  </code>
                  <span className="clamp quiet">
                    {failure.error}
                    {!isOfProject && failure.project && ` · ${failure.project.name}`}
                  </span>
                </p>
                <div className="time-lane">
                  {failure.sessions.map((sight, index) => (
                    <Dot key={sight.id} sight={sight} isFirst={index === 0} dates={dates} />
                  ))}
                </div>
              </li>
            ))}
          </ul>
          <p className="activity-legend" aria-hidden="true">
            <span>
              <i className="time-dot is-failed" /> failed
            </span>
            <span>
              <i className="time-dot" /> passed later
            </span>
            <span>
              <i className="time-dot is-memory" /> answered from memory
            </span>
          </p>
        </>
      )}
    </Card>
  )
}

interface DotProps {
  readonly sight: Sight
  readonly isFirst: boolean
  readonly dates: readonly string[]
}

function Dot({ sight, isFirst, dates }: DotProps) {
  const { id, at, failures, isAnswered, hasPassed } = sight
  const text = [
    `${shortDate(at, Date.now())}: failed ${count(failures, 'time')}`,
    ...(isAnswered ? ['answered from memory'] : isFirst ? [] : ['not answered']),
    ...(hasPassed ? ['passed later'] : []),
  ].join(', ')
  const look = isAnswered ? 'is-memory' : hasPassed ? '' : 'is-failed'
  return (
    <Link
      to="/sessions/$id"
      params={{ id }}
      className={`time-dot ${look}`}
      style={{ left: `${placeOf(at, dates)}%` }}
      title={text}
      aria-label={text}
    />
  )
}

const dayMs = 86_400_000

/** In percent of the time shown. */
function placeOf(at: string, dates: readonly string[]): number {
  const start = Date.parse(`${dates[0]}T00:00`)
  return Math.max(0, Math.min(100, ((Date.parse(at) - start) / (dates.length * dayMs)) * 100))
}
