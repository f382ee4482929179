import './turn-rail.css'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { classNames } from '../../components/class-names.ts'
import { turnAnchor } from './links.tsx'
import type { Turn } from './timeline-entries.ts'
import { describeMarks, hasFailed, type TurnMarks } from './turn-marks.ts'

interface TurnRailProps {
  readonly turns: readonly { readonly turn: Turn; readonly marks: TurnMarks }[]
  /** Id of the turn that is being read. */
  readonly current: string | undefined
}

/** All turns at a glance, beside the one that is being read. */
export function TurnRail({ turns, current }: TurnRailProps) {
  const list = useRef<HTMLOListElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another row is current then
  useEffect(() => {
    const box = list.current
    const row = box?.querySelector<HTMLElement>('.is-current')
    if (!box || !row) return
    const above = row.offsetTop - box.scrollTop
    if (above < 40 || above > box.clientHeight - 80)
      box.scrollTop = row.offsetTop - box.clientHeight / 3
  }, [current])
  return (
    <nav className="turn-rail" aria-label="Turns">
      <ol ref={list}>
        {turns.map(({ turn: { id, number }, marks }) => {
          const described = describeMarks(marks)
          return (
            <li key={id}>
              <Link
                from="/sessions/$id"
                to="."
                hash={turnAnchor(id)}
                className={classNames('turn-rail-row', id === current && 'is-current')}
                activeOptions={{ includeHash: true }}
                title={described ? `${marks.title} (${described})` : marks.title}
              >
                <span
                  className={classNames('turn-mark', `is-${toneOf(marks)}`)}
                  aria-hidden="true"
                />
                <span className="turn-rail-number">{number}</span>
                <span className="truncate">{marks.title}</span>
                {described && <span className="visually-hidden">: {described}</span>}
              </Link>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

/** The one colour of a turn, most urgent first. */
function toneOf(marks: TurnMarks): 'failed' | 'tested' | 'edited' | 'said' {
  if (marks.tests === 'failed') return 'failed'
  if (marks.tests === 'passed') return 'tested'
  if (hasFailed(marks)) return 'failed'
  return marks.filesChanged > 0 ? 'edited' : 'said'
}
