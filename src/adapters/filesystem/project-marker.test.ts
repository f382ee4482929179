import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { MarkerPlace, ProjectMarker } from '../../core/ports/projects.ts'
import { createProjectMarkers } from './project-marker.ts'

const markers = createProjectMarkers()
let base: string

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'throughline-marker-'))
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

function makePlace(name: string, isGitDir = false): MarkerPlace {
  const folder = join(base, name)
  mkdirSync(folder, { recursive: true })
  return { folder, isGitDir }
}

function markerOf(place: MarkerPlace, id = '01900000-0000-7000-8000-000000000001'): ProjectMarker {
  return { id, nonce: `nonce-of-${id}`, createdAt: '2026-01-02T03:04:05.678Z', path: place.folder }
}

describe('a marker file', () => {
  test('is read back as it was written', async () => {
    const place = makePlace('app')
    expect(await markers.read(place)).toEqual({ kind: 'absent' })
    expect(await markers.create(place, markerOf(place))).toBe('created')
    expect(await markers.read(place)).toEqual({ kind: 'found', marker: markerOf(place) })
    expect(readdirSync(join(place.folder, '.throughline'))).toEqual(['.gitignore', 'project.json'])
  })

  test('lies in a folder of its own inside a git directory', async () => {
    const place = makePlace('app.git', true)
    await markers.create(place, markerOf(place))
    expect(readdirSync(join(place.folder, 'throughline'))).toEqual(['project.json'])
  })

  test('is created by one of many who try at once', async () => {
    const place = makePlace('app')
    const ids = Array.from({ length: 20 }, (_, index) => `contender-${index}`)
    const outcomes = await Promise.all(ids.map((id) => markers.create(place, markerOf(place, id))))
    expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'exists')).toHaveLength(19)
    const winner = markerOf(place, ids[outcomes.indexOf('created')])
    expect(await markers.read(place)).toEqual({ kind: 'found', marker: winner })
    expect(readdirSync(join(place.folder, '.throughline'))).toEqual(['.gitignore', 'project.json'])
  })

  test('is replaced whole', async () => {
    const place = makePlace('app')
    await markers.create(place, markerOf(place))
    const other = markerOf(place, 'another-id')
    expect(await markers.replace(place, other)).toBe(true)
    expect(await markers.read(place)).toEqual({ kind: 'found', marker: other })
  })

  test.each([
    ['empty', ''],
    ['cut off', '{"id": "01900000'],
    ['not an object', '[]'],
    ['without a nonce', '{"id":"0190-abcdef","createdAt":"x","path":"/x"}'],
    [
      'with an id that could be something else',
      '{"id":"../../x y","nonce":"n","createdAt":"x","path":"/x"}',
    ],
    ['far too large', `{"id":"${'x'.repeat(20_000)}"}`],
  ])('that is %s is corrupt, and set aside under a name with the time', async (_, text) => {
    const place = makePlace('app')
    mkdirSync(join(place.folder, '.throughline'))
    writeFileSync(join(place.folder, '.throughline/project.json'), text)
    expect(await markers.read(place)).toEqual({ kind: 'corrupt' })
    const aside = await markers.setAside(place, new Date('2026-01-02T03:04:05.678Z'))
    expect(aside).toBe(
      join(place.folder, '.throughline/project.json.corrupt-2026-01-02T03-04-05-678Z'),
    )
    expect(readFileSync(aside ?? '', 'utf8')).toBe(text)
    expect(await markers.read(place)).toEqual({ kind: 'absent' })
  })

  test('may hold more than we know', async () => {
    const place = makePlace('app')
    mkdirSync(join(place.folder, '.throughline'))
    const text = JSON.stringify({ ...markerOf(place), later: { more: true } })
    writeFileSync(join(place.folder, '.throughline/project.json'), text)
    expect(await markers.read(place)).toEqual({ kind: 'found', marker: markerOf(place) })
  })

  test('is not written where the folder is missing, or our directory is a file or a link', async () => {
    const missing = { folder: join(base, 'missing'), isGitDir: false }
    expect(await markers.create(missing, markerOf(missing))).toBe('unwritable')
    const blocked = makePlace('blocked')
    writeFileSync(join(blocked.folder, '.throughline'), '')
    expect(await markers.create(blocked, markerOf(blocked))).toBe('unwritable')
    const linked = makePlace('linked')
    const target = makePlace('target')
    symlinkSync(target.folder, join(linked.folder, '.throughline'))
    expect(await markers.create(linked, markerOf(linked))).toBe('unwritable')
    expect(await markers.replace(linked, markerOf(linked))).toBe(false)
    expect(readdirSync(target.folder)).toEqual([])
    expect(await markers.setAside(missing, new Date())).toBeUndefined()
  })
})

describe('looking back at the recorded path', () => {
  test('finds the original of a copy', async () => {
    const original = makePlace('original')
    await markers.create(original, markerOf(original))
    const copy = { ...original, folder: join(base, 'copy') }
    cpSync(original.folder, copy.folder, { recursive: true })
    expect(await markers.inspectOrigin(copy, markerOf(original))).toBe('original')
  })

  test('finds nothing after a rename, nor where another project has taken the place', async () => {
    const before = makePlace('before')
    await markers.create(before, markerOf(before))
    const after = { ...before, folder: join(base, 'after') }
    renameSync(before.folder, after.folder)
    expect(await markers.inspectOrigin(after, markerOf(before))).toBe('gone')
    makePlace('before')
    expect(await markers.inspectOrigin(after, markerOf(before))).toBe('gone')
    await markers.create(before, markerOf(before, 'another-id'))
    expect(await markers.inspectOrigin(after, markerOf(before))).toBe('gone')
  })

  test('knows one folder under two names', async () => {
    const place = makePlace('app')
    await markers.create(place, markerOf(place))
    const alias = join(base, 'alias')
    symlinkSync(place.folder, alias)
    const asAlias = { ...place, folder: alias }
    expect(await markers.inspectOrigin(asAlias, markerOf(place))).toBe('same-folder')
  })
})
