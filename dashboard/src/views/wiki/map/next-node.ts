/** Moves between concepts of the map with the arrow keys. */
import type { MapNode } from './layout-map.ts'

const directions: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
}

/** The nearest in that direction; sideways distance counts double. @returns undefined for other keys */
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
