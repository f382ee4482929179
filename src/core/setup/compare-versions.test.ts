import { expect, it } from 'vitest'
import { isNewerVersion } from './compare-versions.ts'

it.each([
  ['0.2.0', '0.1.9'],
  ['0.10.0', '0.9.0'],
  ['1.0.0', '1.0.0-rc.1'],
  ['1.0.0-rc.10', '1.0.0-rc.9'],
])('%s is newer than %s, and not the other way round', (newer, older) => {
  expect(isNewerVersion(newer, older)).toBe(true)
  expect(isNewerVersion(older, newer)).toBe(false)
})

it('no version is newer than itself', () => {
  expect(isNewerVersion('0.1.0', '0.1.0')).toBe(false)
})
