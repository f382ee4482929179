/** What a browser has to fetch for the whole dashboard. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'

const folder = join(import.meta.dirname, '..', '..', 'dist', 'dashboard')
const files = globSync('**/*.*', { cwd: folder }).map((name) => ({
  name,
  content: readFileSync(join(folder, name)),
}))

// The palette, the project switcher and the comparison of contexts took it from 245 to 254 KB.
it('all of it stays below 260 KB, gzipped', () => {
  const bytes = files.reduce((total, { content }) => total + gzipSync(content).length, 0)
  expect(files.length).toBeGreaterThan(10)
  expect(bytes).toBeLessThan(260_000)
})

it('each view is loaded by itself', () => {
  const views = files.filter(({ name }) => /^assets\/[\w-]+?-view-.+\.js$/.test(name))
  expect(views).toHaveLength(13)
})

it('its pages contain neither scripts nor styles', () => {
  const pages = files.filter(({ name }) => name.endsWith('.html'))
  expect(pages).toHaveLength(1)
  for (const { content } of pages) {
    expect(content.toString()).not.toMatch(/<style|style=|<script(?![^>]*\ssrc=)[^>]*>/)
  }
})

it('was built for users: nothing that helps to develop is in it, and no schema', () => {
  const code = files
    .filter(({ name }) => name.endsWith('.js'))
    .map(({ content }) => content.toString())
  expect(code.join('\n')).not.toContain('React DevTools')
  expect(code.join('\n')).not.toContain('ZodError')
})
