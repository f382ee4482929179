/**
 * Where the concepts of a map lie. The same concepts always get the same places: nothing is random,
 * and circles and their names do not overlap.
 */
import type { OutputOf } from '../../../api/call.ts'

export type WikiMap = OutputOf<'getWiki'>['map']
type Concept = WikiMap['concepts'][number]

export interface MapNode extends Concept {
  readonly x: number
  readonly y: number
  readonly radius: number
  /** The title, shortened. */
  readonly label: string
}

export interface MapLine {
  readonly from: MapNode
  readonly to: MapNode
  readonly memories: number
}

export interface MapLayout {
  readonly width: number
  readonly height: number
  readonly nodes: readonly MapNode[]
  readonly lines: readonly MapLine[]
}

/** Room for the name below a circle, in pixels. */
export const labelHeight = 18
const characterWidth = 6.8
const longestLabel = 20
const margin = 8
const lowest = 180
/** How many concepts fit, and the radius of the smallest and the largest. */
const room = {
  narrow: { most: 14, smallest: 4, largest: 16 },
  wide: { most: 45, smallest: 7, largest: 30 },
}

export function layoutMap({ concepts, connections }: WikiMap, width: number): MapLayout {
  const { most, ...radii } = width < 600 ? room.narrow : room.wide
  const shown = concepts
    .toSorted((a, b) => b.memories - a.memories || (a.path < b.path ? -1 : 1))
    .slice(0, most)
  const largestCount = Math.max(1, ...shown.map(({ memories }) => memories))
  const sized = shown.map((concept) => toSized(concept, largestCount, radii))
  const area = sized.reduce((sum, box) => sum + 4 * box.halfWidth * box.halfHeight, 0)
  const height = Math.max(lowest, Math.round((area * 1.9) / width))
  const wanted = attract(sized, connections, { width, height })
  const placed = place(sized, wanted, { width, height })
  const top = Math.min(...placed.map(({ y, radius }) => y - radius)) - margin
  const nodes = placed.map((node) => ({ ...node, y: node.y - top }))
  const bottom = Math.max(0, ...nodes.map(({ y, radius }) => y + radius + labelHeight + margin))
  const byPath = new Map(nodes.map((node) => [node.path, node]))
  const lines = connections.flatMap(({ from, to, memories }) => {
    const [start, end] = [byPath.get(from), byPath.get(to)]
    return start && end ? [{ from: start, to: end, memories }] : []
  })
  return { width, height: bottom, nodes, lines }
}

interface SizedConcept extends Concept {
  readonly radius: number
  readonly label: string
  readonly halfWidth: number
  readonly halfHeight: number
}

function toSized(
  concept: Concept,
  largestCount: number,
  { smallest, largest }: { readonly smallest: number; readonly largest: number },
): SizedConcept {
  const share = Math.sqrt(concept.memories / largestCount)
  const radius = Math.round(smallest + (largest - smallest) * share)
  const { title } = concept
  const label = title.length > longestLabel ? `${title.slice(0, longestLabel - 1)}…` : title
  const halfWidth = Math.max(radius, (label.length * characterWidth) / 2) + margin / 2
  return { ...concept, radius, label, halfWidth, halfHeight: radius + labelHeight / 2 + margin / 2 }
}

interface Point {
  readonly x: number
  readonly y: number
}

interface Size {
  readonly width: number
  readonly height: number
}

const rounds = 60
/** Successive points at this angle fill a disc evenly, as a sunflower's seeds do. */
const goldenAngle = Math.PI * (3 - Math.sqrt(5))

/** Connected concepts end up near each other, the others apart. */
function attract(
  concepts: readonly SizedConcept[],
  connections: WikiMap['connections'],
  { width, height }: Size,
): Point[] {
  const points = concepts.map((_, n) => {
    const distance = Math.sqrt((n + 0.5) / concepts.length)
    return {
      x: width / 2 + Math.cos(n * goldenAngle) * distance * width * 0.42,
      y: height / 2 + Math.sin(n * goldenAngle) * distance * height * 0.42,
    }
  })
  const at = new Map(concepts.map(({ path }, n) => [path, n]))
  const pairs = connections.flatMap(({ from, to }) => {
    const [a, b] = [points[at.get(from) ?? -1], points[at.get(to) ?? -1]]
    return a && b ? [[a, b] as const] : []
  })
  const reach = Math.sqrt((width * height) / Math.max(1, concepts.length))
  for (let round = 0; round < rounds; round += 1) {
    const strength = 0.12 * (1 - round / rounds)
    for (const [a, b] of pairs) move(a, b, strength)
    for (const [n, a] of points.entries()) {
      for (const b of points.slice(n + 1)) {
        const distance = Math.hypot(a.x - b.x, a.y - b.y)
        if (distance < reach) move(a, b, -strength * (1 - distance / reach))
      }
    }
  }
  return centre(points, { width, height })
}

function centre(points: readonly Point[], { width, height }: Size): Point[] {
  const middle = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2
  const dx = width / 2 - middle(points.map(({ x }) => x))
  const dy = height / 2 - middle(points.map(({ y }) => y))
  return points.map(({ x, y }) => ({ x: x + dx, y: y + dy }))
}

function move(a: { x: number; y: number }, b: { x: number; y: number }, strength: number): void {
  const [dx, dy] = [(b.x - a.x) * strength, (b.y - a.y) * strength]
  a.x += dx
  a.y += dy
  b.x -= dx
  b.y -= dy
}

/** The largest first, each at the free place next to where it wants to be. */
function place(
  concepts: readonly SizedConcept[],
  wanted: readonly Point[],
  { width }: Size,
): MapNode[] {
  const taken: (Point & SizedConcept)[] = []
  for (const [n, concept] of concepts.entries()) {
    taken.push({ ...concept, ...findPlace(concept, wanted[n] ?? { x: 0, y: 0 }, taken, width) })
  }
  return taken.map(({ halfWidth: _, halfHeight: __, y, ...node }) => {
    return { ...node, y: y - labelHeight / 2 }
  })
}

function findPlace(
  concept: SizedConcept,
  wanted: Point,
  taken: readonly (Point & SizedConcept)[],
  width: number,
): Point {
  const isFree = ({ x, y }: Point) =>
    taken.every(
      (other) =>
        Math.abs(other.x - x) >= other.halfWidth + concept.halfWidth ||
        Math.abs(other.y - y) >= other.halfHeight + concept.halfHeight,
    )
  for (let step = 0; ; step += 1) {
    const distance = 5 * Math.sqrt(step)
    const point = {
      x: within(
        wanted.x + Math.cos(step * goldenAngle) * distance * 1.6,
        concept.halfWidth,
        width - concept.halfWidth,
      ),
      // There is always free space further down.
      y: Math.max(concept.halfHeight, wanted.y + Math.sin(step * goldenAngle) * distance),
    }
    if (isFree(point)) return { x: Math.round(point.x), y: Math.round(point.y) }
  }
}

function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value))
}

const directions: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
}

/** The nearest concept in the direction of an arrow key; sideways distance is doubled. @returns undefined for other keys */
export function nextNode(
  nodes: readonly MapNode[],
  from: MapNode,
  key: string,
): MapNode | undefined {
  if (key === 'Home') return nodes[0]
  if (key === 'End') return nodes.at(-1)
  const direction = directions[key]
  if (!direction) return undefined
  const [dx, dy] = direction
  let best: { node: MapNode; cost: number } | undefined
  for (const node of nodes) {
    const [x, y] = [node.x - from.x, node.y - from.y]
    const ahead = x * dx + y * dy
    const cost = ahead + 2 * Math.abs(x * dy + y * dx)
    if (ahead > 0 && cost < (best?.cost ?? Number.POSITIVE_INFINITY)) best = { node, cost }
  }
  return best?.node
}

export type Freshness = 'week' | 'month' | 'quarter' | 'older'

const dayMs = 86_400_000

/** By the day of its latest statement. A page without a day is old. */
export function freshnessOf(updated: string | undefined, now: number): Freshness {
  const days = (now - Date.parse(updated ?? '')) / dayMs
  if (days < 8) return 'week'
  if (days < 32) return 'month'
  return days < 93 ? 'quarter' : 'older'
}
