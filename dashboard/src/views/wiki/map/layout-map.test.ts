import { describe, expect, test } from 'vitest'
import { freshnessOf, labelHeight, layoutMap, type MapNode, nextNode } from './layout-map.ts'

function makeMap(count: number) {
  const concepts = Array.from({ length: count }, (_, n) => ({
    path: `concepts/c${n}.md`,
    title: `Concept with a name ${n}`,
    memories: 1 + ((n * 7) % 40),
  }))
  const connections = concepts.flatMap(({ path }, n) => {
    const other = concepts[(n * 3 + 1) % count]
    return n % 2 === 0 && other ? [{ path: `l${n}`, from: path, to: other.path, memories: 3 }] : []
  })
  return { concepts, connections }
}

const overlap = (a: MapNode, b: MapNode) =>
  Math.abs(a.y - b.y) < a.radius && Math.abs(a.x - b.x) < (a.label.length + b.label.length) * 3.3

describe.each([358, 960])('a map of %d px', (width) => {
  test.each([1, 7, 45])('places %d concepts inside it, none over another', (count) => {
    const { nodes, height } = layoutMap(makeMap(count), width)
    expect(nodes.length).toBe(Math.min(count, width < 600 ? 14 : 45))
    for (const [n, node] of nodes.entries()) {
      expect(node.x - node.radius).toBeGreaterThanOrEqual(0)
      expect(node.x + node.radius).toBeLessThanOrEqual(width)
      expect(node.y - node.radius).toBeGreaterThanOrEqual(0)
      expect(node.y + node.radius + labelHeight).toBeLessThanOrEqual(height)
      for (const other of nodes.slice(n + 1)) {
        const distance = Math.hypot(node.x - other.x, node.y - other.y)
        expect(distance).toBeGreaterThanOrEqual(node.radius + other.radius)
        expect(overlap(node, other)).toBe(false)
      }
    }
  })
})

test('a map is as high as its concepts', () => {
  const { nodes, height } = layoutMap(makeMap(14), 358)
  expect(Math.min(...nodes.map(({ y, radius }) => y - radius))).toBe(8)
  expect(Math.max(...nodes.map(({ y, radius }) => y + radius + labelHeight))).toBe(height - 8)
})

test('the same concepts lie at the same places, in whatever order they come', () => {
  const { concepts, connections } = makeMap(30)
  const layout = layoutMap({ concepts, connections }, 960)
  expect(layoutMap({ concepts: concepts.toReversed(), connections }, 960)).toEqual(layout)
})

test('a single concept lies in the middle', () => {
  const { nodes, width } = layoutMap(makeMap(1), 960)
  expect(nodes[0]?.x).toBe(width / 2)
})

test('more memories make a larger circle', () => {
  const { nodes } = layoutMap(makeMap(20), 960)
  const radii = nodes.map(({ radius }) => radius)
  expect(radii).toEqual(radii.toSorted((a, b) => b - a))
  expect(new Set(radii).size).toBeGreaterThan(5)
})

test('connections to concepts that are not shown are left out', () => {
  const { lines, nodes } = layoutMap(makeMap(90), 358)
  const shown = new Set(nodes.map(({ path }) => path))
  expect(lines.every(({ from, to }) => shown.has(from.path) && shown.has(to.path))).toBe(true)
})

test('arrow keys reach every concept, and stop at the edges', () => {
  const { nodes } = layoutMap(makeMap(25), 960)
  const [first] = nodes
  if (!first) throw new Error('no concepts')
  const reached = new Set([first])
  for (const node of reached) {
    for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End']) {
      const next = nextNode(nodes, node, key)
      if (next) reached.add(next)
    }
  }
  expect(reached.size).toBe(nodes.length)
  const leftmost = nodes.toSorted((a, b) => a.x - b.x)[0]
  expect(leftmost && nextNode(nodes, leftmost, 'ArrowLeft')).toBeUndefined()
})

test.each([
  ['2026-06-15', 'week'],
  ['2026-06-01', 'month'],
  ['2026-04-01', 'quarter'],
  ['2025-06-15', 'older'],
  [undefined, 'older'],
] as const)('a concept of %s is of this age: %s', (updated, expected) => {
  expect(freshnessOf(updated, Date.parse('2026-06-15T12:00:00Z'))).toBe(expected)
})
