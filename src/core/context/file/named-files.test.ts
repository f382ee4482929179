import { describe, expect, test } from 'vitest'
import { closeness, filesNamedBy } from './named-files.ts'

const named = (content: string, files: readonly string[] = []) =>
  filesNamedBy({ content, files }).map(({ path }) => path)

describe('filesNamedBy', () => {
  test.each([
    ['Never call save twice in src/cart/store.ts, it loses rows.', ['src/cart/store.ts']],
    ['`cart_store.py` must stay importable without Django.', ['cart_store.py']],
    ['See ./scripts/release.sh.', ['scripts/release.sh']],
    ['Größe steht in src/größe.ts (nicht src/mass.ts)', ['src/größe.ts', 'src/mass.ts']],
    ['Node.js 22 and Next.js are required, e.g. version 1.2.3.', []],
    ['Read the README.md and index.ts first.', []],
    ['Ignore settings.local.json and config.dev.yaml.', []],
    ['Docs are at https://example.com/guide/setup.md only.', []],
    ['Do it and/or read/write it either way.', []],
  ])('%s', (content, expected) => {
    expect(named(content)).toEqual(expected)
  })

  test('takes anchors as they are, whatever characters they have', () => {
    expect(named('A trap.', ['src/my file.ts', './a"b.ts', 'docs\\x.md', 'x'])).toEqual([
      'src/my file.ts',
      'a"b.ts',
      'docs/x.md',
    ])
  })
})

test.each([
  [{ path: 'src/cart.ts', isAnchor: true }, 'src/cart.ts', 3],
  [{ path: 'src/cart.ts', isAnchor: false }, 'src/cart.ts', 2],
  [{ path: 'src/cart.ts', isAnchor: true }, 'packages/shop/src/cart.ts', 1],
  [{ path: 'cart.ts', isAnchor: false }, 'src/cart.ts', 1],
  [{ path: 'README.md', isAnchor: true }, 'README.md', 3],
  [{ path: 'README.md', isAnchor: true }, 'docs/README.md', 0],
  [{ path: 'cart.ts', isAnchor: false }, 'src/shopping-cart.ts', 0],
])('%j is about %s: %d', (file, touched, expected) => {
  expect(closeness(file, touched)).toBe(expected)
})
