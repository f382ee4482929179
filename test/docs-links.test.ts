/** Links in the project's documents lead somewhere. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  listAnchors,
  listDocuments,
  listLinks,
  readDocument,
  toAnchor,
} from '../scripts/documents.ts'

const root = join(import.meta.dirname, '..')
const documents = listDocuments()

test('every link leads to a file and a heading that exist', () => {
  const anchors = new Map(documents.map((name) => [name, listAnchors(readDocument(name))]))
  const dead = documents.flatMap((name) =>
    listLinks(name)
      .filter(({ file }) => file !== '')
      .filter(({ file, anchor }) =>
        anchor === '' ? !existsSync(join(root, file)) : !anchors.get(file)?.has(anchor),
      )
      .map(({ line, target }) => `${name}:${line} ${target}`),
  )
  expect(dead).toEqual([])
})

test('documents end in one line break and have one title', () => {
  const odd = documents.filter((name) => {
    const text = readDocument(name)
    const titles = text.replace(/^ *```[\s\S]*?^ *```/gm, '').match(/^# /gm) ?? []
    return titles.length !== 1 || !/[^\n]\n$/.test(text)
  })
  expect(odd).toEqual([])
})

test.each([
  ['What is where?', 'what-is-where'],
  ['`throughline show`, in full', 'throughline-show-in-full'],
  ['GET /api/memories/{id}', 'get-apimemoriesid'],
  ['memory_store', 'memory_store'],
])('the anchor of "%s" is %s', (heading, anchor) => {
  expect(toAnchor(heading)).toBe(anchor)
})

test('a link in code is not a link, a second heading of the same name has its own anchor', () => {
  const text = '# One\n\n`[a](b.md)` [c](d.md#e)\n\n```sh\n[f](g.md)\n```\n\n## Two\n\n## Two\n'
  expect(listLinks('docs/x.md', text)).toMatchObject([
    { line: 3, target: 'd.md#e', file: 'docs/d.md', anchor: 'e' },
  ])
  expect([...listAnchors(text)]).toEqual(['one', 'two', 'two-1'])
})

test('nothing points at a package on npm, where Throughline is not', () => {
  const texts = globSync(
    '{README.md,docs/**/*.md,src/**/*.ts,integrations/**/*.*,packaging/**/*.*}',
    {
      cwd: root,
    },
  )
  const pointing = texts.filter((file) =>
    /throughline@(?:\d{1,2}\.\d|latest|next)|npm i(?:nstall)? (?:(?:-g|--global) )?throughline\b/.test(
      readFileSync(join(root, file), 'utf8'),
    ),
  )
  expect(pointing).toEqual([])
})

test('the README is no longer than two screens and has the commands that the tests run', () => {
  const text = readDocument('README.md')
  expect(text.split('\n').length).toBeLessThanOrEqual(75)
  expect(text).toContain('npm ci && npx throughline demo')
  expect(text).toContain('npm ci && npm test')
})
