import './session-chart.css'
import { useNavigate } from '@tanstack/react-router'
import { classNames } from '../../components/class-names.ts'
import { count } from '../../wording/amounts.ts'
import { clockTime, duration } from '../../wording/time.ts'
import { turnAnchor } from './links.tsx'
import type { Turn } from './timeline-entries.ts'
import { describeMarks, type TurnMarks } from './turn-marks.ts'

interface SessionChartProps {
  readonly turns: readonly { readonly turn: Turn; readonly marks: TurnMarks }[]
  readonly current: string | undefined
}

const height = 56
const slot = 10
const bar = 7
/** A longer pause is drawn. */
const pauseMs = 45 * 60_000

/**
 * One bar for each turn, as high as its tool calls, with those that failed in red; below it whether
 * files changed and how tests ended. The list of turns says the same to screen readers.
 */
export function SessionChart({ turns, current }: SessionChartProps) {
  const navigate = useNavigate({ from: '/sessions/$id' })
  const most = Math.max(1, ...turns.map(({ marks }) => marks.calls))
  // A root lets turns of three calls be seen beside one of eighty.
  const scaled = (calls: number) => (calls === 0 ? 0 : 3 + Math.sqrt(calls / most) * (height - 3))
  const width = turns.length * slot
  const first = turns[0]?.turn.startedAt ?? ''
  const last = turns.at(-1)?.turn
  return (
    <figure className="session-chart">
      <svg
        viewBox={`0 0 ${Math.max(width, 24 * slot)} ${height + 16}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={summaryOf(turns)}
      >
        {turns.map(({ turn, marks }, at) => {
          const x = at * slot + (slot - bar) / 2
          const high = scaled(marks.calls)
          const bad = marks.calls === 0 ? 0 : (high * marks.failures) / marks.calls
          return (
            // biome-ignore lint/a11y/noStaticElementInteractions: the list of turns does the same by key
            <g
              key={turn.id}
              className={classNames('session-chart-turn', turn.id === current && 'is-current')}
              onClick={() => void navigate({ to: '.', hash: turnAnchor(turn.id) })}
            >
              <title>{`${turn.number}. ${marks.title}\n${[count(marks.calls, 'tool call'), describeMarks(marks)].filter(Boolean).join(', ')}`}</title>
              <rect
                className="session-chart-slot"
                x={at * slot}
                y={0}
                width={slot}
                height={height + 16}
              />
              {pausedBefore(turns, at) && (
                <rect
                  className="session-chart-pause"
                  x={at * slot - 0.4}
                  y={0}
                  width={0.8}
                  height={height + 16}
                />
              )}
              <rect
                className="session-chart-calls"
                x={x}
                y={height - Math.max(high, 1)}
                width={bar}
                height={Math.max(high, 1)}
              />
              {bad > 0 && (
                <rect
                  className="session-chart-bad"
                  x={x}
                  y={height - bad}
                  width={bar}
                  height={Math.max(bad, 2)}
                />
              )}
              {marks.filesChanged > 0 && (
                <rect className="session-chart-edit" x={x} y={height + 4} width={bar} height={4} />
              )}
              {marks.tests && (
                <rect
                  className={`session-chart-test is-${marks.tests}`}
                  x={x}
                  y={height + 11}
                  width={bar}
                  height={4}
                />
              )}
            </g>
          )
        })}
      </svg>
      <figcaption>
        <span>{clockTime(first)}</span>
        <span className="session-chart-key">
          <span className="is-calls">tool calls</span>
          <span className="is-bad">failed</span>
          <span className="is-edit">files changed</span>
          <span className="is-test">tests</span>
        </span>
        <span>{last && clockTime(last.endedAt ?? last.startedAt)}</span>
      </figcaption>
    </figure>
  )
}

function pausedBefore(turns: SessionChartProps['turns'], at: number): boolean {
  const before = turns[at - 1]?.turn
  const now = turns[at]?.turn
  if (!before || !now) return false
  return Date.parse(now.startedAt) - Date.parse(before.endedAt ?? before.startedAt) > pauseMs
}

function summaryOf(turns: SessionChartProps['turns']): string {
  const sum = (of: (marks: TurnMarks) => number) =>
    turns.reduce((all, { marks }) => all + of(marks), 0)
  const first = turns[0]?.turn.startedAt ?? ''
  const last = turns.at(-1)?.turn
  const lasted = last ? Date.parse(last.endedAt ?? last.startedAt) - Date.parse(first) : 0
  const parts = [
    `${count(turns.length, 'turn')} in ${duration(lasted)}`,
    count(
      sum(({ calls }) => calls),
      'tool call',
    ),
    `${sum(({ failures }) => failures)} failed`,
  ]
  return parts.join(', ')
}
