import { expect, test } from 'vitest'
import { matching, type PaletteItem } from './palette-item.ts'

const item = (label: string, detail?: string): PaletteItem => ({
  id: label,
  label,
  detail,
  icon: 'add',
  run: () => undefined,
})

const items = [item('Memories'), item('Add a memory'), item('widgets', 'Project')]

const found = (typed: string) => matching(items, typed).map(({ label }) => label)

test('nothing typed matches everything', () => {
  expect(found('  ')).toEqual(['Memories', 'Add a memory', 'widgets'])
})

test('every word must be in the label or its detail, in any order and case', () => {
  expect(found('MEM add')).toEqual(['Add a memory'])
  expect(found('project wid')).toEqual(['widgets'])
  expect(found('add project')).toEqual([])
})

test('signs of a pattern are plain text', () => {
  expect(found('.*')).toEqual([])
})
