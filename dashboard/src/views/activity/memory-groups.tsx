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
const laneHeight = 60

/** Memories on a lane for each file, over time. Nothing if none belong together. */
export function MemoryGroups({ project }: { project: string | undefined }) {
  const options = { isSlow: true, keepsPrevious: true }
  const { data } = useOperation('listMemoryGroups', { project, limit: 8 }, options)
  if (!data || data.groups.length === 0) return null
  const { groups, total } = data
  const { lanes, first } = drawLanes(groups)
  return (
    <Card title="Memories that belong together">
      <p className="activity-summary">{describe(groups, total)}</p>
      <div className="memory-groups">
        <Lines lanes={lanes} />
        <ul>
          {lanes.map(({ group, dots }) => (
            <li key={nameOf(group)}>
              <p className="memory-group-name">
                <span className={group.file === undefined ? 'truncate' : 'mono truncate is-path'}>
                  <bdi title={nameOf(group)}>{nameOf(group)}</bdi>
                </span>
                {project === undefined && group.project && (
                  <span className="quiet">{group.project.name}</span>
                )}
              </p>
              <div className="time-lane">
                {dots.map((dot) => (
                  <DotLink key={dot.memory.id} dot={dot} />
                ))}
              </div>
            </li>
          ))}
        </ul>
        <p className="memory-groups-times" aria-hidden="true">
          <span>{shortDate(new Date(first).toISOString(), Date.now())}</span>
          <span>today</span>
        </p>
      </div>
      <p className="activity-legend" aria-hidden="true">
        <span>
          <i className="time-dot is-memory" /> memory
        </span>
        <span>
          <i className="time-dot" /> replaced
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

interface Dot {
  readonly memory: Grouped
  /** In percent of the time from the first memory until now. */
  readonly x: number
  /** In pixels below the middle of the lane. */
  readonly y: number
}

interface Lane {
  readonly group: Group
  readonly dots: readonly Dot[]
}

function drawLanes(groups: readonly Group[]): { lanes: Lane[]; first: number } {
  const first = Math.min(...groups.flatMap(({ memories }) => memories.map(timeOf)))
  const length = Math.max(1, Date.now() - first)
  const place = (memory: Grouped) => (100 * (timeOf(memory) - first)) / length
  const lanes = groups.map((group) => ({ group, dots: spread(group.memories, place) }))
  return { lanes, first }
}

const timeOf = ({ validFrom }: Grouped) => Date.parse(validFrom)

const levels = [0, -15, 15]
/** About a dot's width, in percent. */
const leastApart = 3

/** Dots that would cover each other go above and below the line. */
function spread(memories: readonly Grouped[], place: (memory: Grouped) => number): Dot[] {
  const ends = levels.map(() => Number.NEGATIVE_INFINITY)
  return memories.map((memory) => {
    const x = place(memory)
    const free = ends.findIndex((end) => x - end >= leastApart)
    const level = free < 0 ? ends.indexOf(Math.min(...ends)) : free
    ends[level] = x
    return { memory, x, y: levels[level] ?? 0 }
  })
}

function DotLink({ dot: { memory, x, y } }: { dot: Dot }) {
  const { id, kind, content, validFrom, validTo } = memory
  const over = validTo === undefined ? '' : ', replaced'
  const text = `${shortDate(validFrom, Date.now())}, ${kind}${over}: ${withoutMarks(content)}`
  return (
    <Link
      to="/memories/$id"
      params={{ id }}
      className={validTo === undefined ? 'time-dot is-memory' : 'time-dot'}
      style={{ left: `${x}%`, marginTop: y }}
      title={text}
      aria-label={text}
    />
  )
}

/** A straight line joins the dots of one memory, an arc leads to what replaced it. */
function Lines({ lanes }: { lanes: readonly Lane[] }) {
  const ties = lanes.flatMap(({ dots }, lane) =>
    dots.flatMap((from) => {
      const later = lanes.slice(lane + 1).map((each) => dotOf(each, from.memory.id))
      const skipped = later.findIndex((dot) => dot !== undefined)
      const to = later[skipped]
      return to ? [{ from, to, lane, next: lane + 1 + skipped }] : []
    }),
  )
  const arcs = lanes.flatMap((each, lane) =>
    each.dots.flatMap((from) => {
      const to = dotOf(each, from.memory.supersededBy)
      return to ? [{ from, to, lane }] : []
    }),
  )
  const middle = (lane: number) => (lane + 0.5) * laneHeight
  const height = lanes.length * laneHeight
  return (
    <svg
      role="img"
      aria-label={`${count(ties.length, 'line')} between files that share a memory, ${count(arcs.length, 'arc')} from a memory to what replaced it`}
      viewBox={`0 0 100 ${height}`}
      preserveAspectRatio="none"
      height={height}
    >
      {ties.map(({ from, to, lane, next }) => (
        <line
          key={`${from.memory.id} ${lane}`}
          x1={from.x}
          x2={to.x}
          y1={middle(lane) + from.y}
          y2={middle(next) + to.y}
        />
      ))}
      {arcs.map(({ from, to, lane }) => {
        const [start, end] = [middle(lane) + from.y, middle(lane) + to.y]
        const top = Math.min(start, end) - 24
        return (
          <path
            key={`${from.memory.id} ${lane}`}
            d={`M ${from.x} ${start} C ${from.x} ${top} ${to.x} ${top} ${to.x} ${end}`}
          />
        )
      })}
    </svg>
  )
}

const dotOf = ({ dots }: Lane, id: string | undefined) => dots.find((dot) => dot.memory.id === id)
