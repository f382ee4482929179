import {
  type KeyboardEvent,
  type RefObject,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { classNames } from '../../../components/class-names.ts'
import { type Column, Table } from '../../../components/table.tsx'
import { Day } from '../../../components/time.tsx'
import { Card, Summary } from '../../../components/view.tsx'
import { PageLink, type WhichWiki } from '../../../wiki/which-wiki.tsx'
import { count, number } from '../../../wording/amounts.ts'
import { dayAge } from '../../../wording/time.ts'
import {
  type Freshness,
  freshnessOf,
  layoutMap,
  type MapLine,
  type MapNode,
  nextNode,
  type WikiMap,
} from './layout-map.ts'

interface ConceptMapProps {
  readonly map: WikiMap
  readonly which: WhichWiki
}

/** Concepts as circles: larger with more memories, paler with age, with lines where they share memories. */
export function ConceptMap({ map, which }: ConceptMapProps) {
  const frame = useRef<HTMLElement>(null)
  const width = useWidth(frame)
  const layout = useMemo(() => layoutMap(map, width), [map, width])
  const left = map.concepts.length - layout.nodes.length
  if (map.concepts.length === 0) return null
  return (
    <Card title="Map of concepts" actions={<Legend nodes={layout.nodes} />}>
      <nav
        ref={frame}
        aria-label={`Map of ${count(layout.nodes.length, 'concept')}: arrow keys move, Enter opens`}
      >
        {/* biome-ignore lint/a11y/noSvgWithoutTitle: the landmark has a name, and so has each link */}
        <svg className="wiki-map" viewBox={`0 0 ${layout.width} ${layout.height}`}>
          {layout.lines.map((line) => (
            <Line key={`${line.from.path} ${line.to.path}`} line={line} />
          ))}
          <Nodes nodes={layout.nodes} which={which} />
        </svg>
      </nav>
      {left > 0 && <p className="quiet">{count(left, 'smaller concept')} in the list only.</p>}
      <MapAsList map={map} which={which} />
    </Card>
  )
}

function Line({ line: { from, to, memories } }: { line: MapLine }) {
  return (
    <line
      className="wiki-map-line"
      x1={from.x}
      y1={from.y}
      x2={to.x}
      y2={to.y}
      strokeWidth={Math.min(5, 1 + Math.log2(Math.max(1, memories)) / 2)}
    />
  )
}

/** One stop of the Tab key; arrow keys move between them. */
function Nodes({ nodes, which }: { nodes: readonly MapNode[]; which: WhichWiki }) {
  const group = useRef<SVGGElement>(null)
  const [current, setCurrent] = useState<string>()
  const stop = nodes.find(({ path }) => path === current) ?? nodes[0]
  const onKeyDown = (event: KeyboardEvent) => {
    const next = stop && nextNode(nodes, stop, event.key)
    if (!next) return
    event.preventDefault()
    setCurrent(next.path)
    group.current?.querySelectorAll('a')[nodes.indexOf(next)]?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links inside get the keys
    <g ref={group} onKeyDown={onKeyDown}>
      {nodes.map((node) => (
        <Node
          key={node.path}
          node={node}
          which={which}
          isStop={node === stop}
          onFocus={() => setCurrent(node.path)}
        />
      ))}
    </g>
  )
}

interface NodeProps {
  readonly node: MapNode
  readonly which: WhichWiki
  readonly isStop: boolean
  readonly onFocus: () => void
}

function Node({ node, which, isStop, onFocus }: NodeProps) {
  const { path, title, label, memories, updated, x, y, radius } = node
  const now = Date.now()
  const age = updated === undefined ? '' : `, ${dayAge(updated, now)}`
  return (
    <PageLink
      which={which}
      path={path}
      className={classNames('wiki-map-node', `is-${freshnessOf(updated, now)}`)}
      label={`${title}: ${count(memories, 'memory', 'memories')}${age}`}
      isTabStop={isStop}
      onFocus={onFocus}
    >
      <circle cx={x} cy={y} r={radius} />
      <text x={x} y={y + radius + 13} textAnchor="middle">
        {label}
      </text>
    </PageLink>
  )
}

const freshnessNames: readonly (readonly [Freshness, string])[] = [
  ['week', 'This week'],
  ['month', 'This month'],
  ['quarter', 'Last three months'],
  ['older', 'Older'],
]

/** Of the colours that occur. */
function Legend({ nodes }: { nodes: readonly MapNode[] }) {
  const now = Date.now()
  const shown = new Set(nodes.map(({ updated }) => freshnessOf(updated, now)))
  return (
    <ul className="wiki-legend" aria-label="Colours by the latest statement">
      {freshnessNames.map(
        ([freshness, name]) =>
          shown.has(freshness) && (
            <li key={freshness}>
              <svg width="12" height="12" aria-hidden="true" className={`is-${freshness}`}>
                <circle cx="6" cy="6" r="5" />
              </svg>
              {name}
            </li>
          ),
      )}
    </ul>
  )
}

function MapAsList({ map: { concepts, connections }, which }: ConceptMapProps) {
  const [isOpen, setIsOpen] = useState(false)
  const titles = new Map(concepts.map(({ path, title }) => [path, title]))
  const columns: Column<WikiMap['concepts'][number]>[] = [
    {
      title: 'Concept',
      cell: ({ path, title }) => (
        <PageLink which={which} path={path}>
          {title}
        </PageLink>
      ),
    },
    { title: 'Memories', cell: ({ memories }) => number(memories), isNumber: true },
    { title: 'Latest', cell: ({ updated }) => (updated ? <Day date={updated} /> : '–') },
    {
      title: 'Shares memories with',
      cell: ({ path }) =>
        connections
          .filter(({ from, to }) => from === path || to === path)
          .map(({ from, to }) => titles.get(from === path ? to : from))
          .join(', ') || '–',
    },
  ]
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <Summary>As a list</Summary>
      {isOpen && (
        <Table
          caption="Concepts"
          columns={columns}
          items={concepts.toSorted((a, b) => b.memories - a.memories)}
          keyOf={({ path }) => path}
        />
      )}
    </details>
  )
}

/** The width of an element in pixels, in steps: a drag of the window must not shuffle the map. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(960)
  useLayoutEffect(() => {
    const shown = element.current
    if (!shown) return
    const observer = new ResizeObserver(() => setWidth(inSteps(shown.clientWidth)))
    setWidth(inSteps(shown.clientWidth))
    observer.observe(shown)
    return () => observer.disconnect()
  }, [element])
  return width
}

const inSteps = (width: number) => Math.max(280, Math.floor(width / 40) * 40)
