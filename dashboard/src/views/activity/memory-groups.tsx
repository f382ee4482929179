import './memory-groups.css'
import { Link } from '@tanstack/react-router'
import type { OutputOf } from '../../api/call.ts'
import { useOperation } from '../../api/operation-hooks.ts'
import { Card } from '../../components/view.tsx'
import { count, number } from '../../wording/amounts.ts'
import { withoutMarks } from '../../wording/texts.ts'
import { shortDate } from '../../wording/time.ts'

type Group = OutputOf<'listMemoryGroups'>['groups'][number]
type Grouped = Group['memories'][number]

/** In pixels, as in the style sheet; the lines are drawn at that scale. */
const laneHeight = 44

/** Memories on a lane for each file, over time. Nothing if none belong together. */
export function MemoryGroups({ project }: { project: string | undefined }) {
  const options = { isSlow: true, keepsPrevious: true }
  const { data } = useOperation('listMemoryGroups', { project }, options)
  if (!data || data.groups.length === 0) return null
  const { groups, total } = data
  const place = placesSince(groups)
  return (
    <Card title="Memories that belong together">
      <p className="activity-summary">{describe(groups, total)}</p>
      <div className="memory-groups">
        <Lines groups={groups} place={place} />
        <ul>
          {groups.map((group) => (
            <li key={nameOf(group)}>
              <p className="memory-group-name">
                <span className={group.file === undefined ? 'truncate' : 'mono truncate is-path'}>
                  <bdi title={nameOf(group)}>{nameOf(group)}</bdi>
                </span>
                {project === undefined && group.project && (
                  <span className="quiet">{group.project.name}</span>
                )}
              </p>
              <div className="memory-group-lane">
                {group.memories.map((memory) => (
                  <Dot key={memory.id} memory={memory} left={place(memory)} />
                ))}
              </div>
            </li>
          ))}
        </ul>
      </div>
      <p className="activity-legend" aria-hidden="true">
        <span>
          <i className="memory-dot" /> memory
        </span>
        <span>
          <i className="memory-dot is-over" /> replaced
        </span>
        <span>
          <i className="memory-group-tie" /> about both files
        </span>
      </p>
    </Card>
  )
}

/** What the lanes show, for readers of the card. */
function describe(groups: readonly Group[], total: number): string {
  const memories = new Map(groups.flatMap((group) => group.memories).map((each) => [each.id, each]))
  const files = groups.filter(({ file }) => file !== undefined).length
  const replaced = [...memories.values()].filter(({ validTo }) => validTo !== undefined).length
  const shown =
    total > groups.length ? `, the largest ${groups.length} of ${number(total)} groups` : ''
  return `${count(memories.size, 'memory', 'memories')} about ${count(files, 'file')}, ${number(replaced)} replaced${shown}.`
}

/** A file, or else the last words that the others led to. */
function nameOf({ file, memories }: Group): string {
  return file ?? withoutMarks(memories.at(-1)?.content ?? '')
}

/** In percent of the time from the first memory until now. */
function placesSince(groups: readonly Group[]): (memory: Grouped) => number {
  const times = groups.flatMap(({ memories }) => memories.map(timeOf))
  const first = Math.min(...times)
  const length = Math.max(1, Date.now() - first)
  return (memory) => (100 * (timeOf(memory) - first)) / length
}

const timeOf = ({ validFrom }: Grouped) => Date.parse(validFrom)

function Dot({ memory, left }: { memory: Grouped; left: number }) {
  const { id, kind, content, validFrom, validTo } = memory
  const over = validTo === undefined ? '' : ', replaced'
  const text = `${shortDate(validFrom, Date.now())}, ${kind}${over}: ${withoutMarks(content)}`
  return (
    <Link
      to="/memories/$id"
      params={{ id }}
      className={validTo === undefined ? 'memory-dot' : 'memory-dot is-over'}
      style={{ left: `${left}%` }}
      title={text}
      aria-label={text}
    />
  )
}

interface LinesProps {
  readonly groups: readonly Group[]
  readonly place: (memory: Grouped) => number
}

/** A straight line joins the dots of one memory, an arc leads to what replaced it. */
function Lines({ groups, place }: LinesProps) {
  const ties = groups.flatMap((group, lane) =>
    group.memories.flatMap((memory) => {
      const next = groups.findIndex(
        ({ memories }, other) => other > lane && memories.some(({ id }) => id === memory.id),
      )
      return next < 0 ? [] : [{ memory, from: lane, to: next }]
    }),
  )
  const arcs = groups.flatMap(({ memories }, lane) =>
    memories.flatMap((memory) => {
      const successor = memories.find(({ id }) => id === memory.supersededBy)
      return successor ? [{ memory, successor, lane }] : []
    }),
  )
  const middle = (lane: number) => (lane + 0.5) * laneHeight
  const height = groups.length * laneHeight
  return (
    <svg
      role="img"
      aria-label={`${count(ties.length, 'line')} between files that share a memory, ${count(arcs.length, 'arc')} from a memory to what replaced it`}
      viewBox={`0 0 100 ${height}`}
      preserveAspectRatio="none"
      height={height}
    >
      {ties.map(({ memory, from, to }) => (
        <line
          key={`${memory.id} ${from}`}
          x1={place(memory)}
          x2={place(memory)}
          y1={middle(from)}
          y2={middle(to)}
        />
      ))}
      {arcs.map(({ memory, successor, lane }) => {
        const [x, end, y] = [place(memory), place(successor), middle(lane)]
        return (
          <path
            key={`${memory.id} ${lane}`}
            d={`M ${x} ${y} C ${x} ${y - 24} ${end} ${y - 24} ${end} ${y}`}
          />
        )
      })}
    </svg>
  )
}
