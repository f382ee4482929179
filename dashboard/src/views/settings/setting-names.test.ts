import { expect, test } from 'vitest'
import { listSettings } from '../../../../src/contract/list-settings.ts'
import { nameOf, sectionOf } from './setting-names.ts'

test.each([
  ['enabled', 'General', 'Enabled'],
  ['hook.deadlineMs', 'Capture', 'Hook deadline ms'],
  ['log.level', 'Daemon', 'Log level'],
  ['daemon.port', 'Daemon', 'Port'],
  ['budget.dailyUsd', 'Budget', 'Daily USD'],
  ['models.openaiCompatible.apiKeyVariable', 'Models', 'OpenAI compatible API key variable'],
  ['new.thing', 'Other', 'New thing'],
])('%s stands under %s as "%s"', (key, section, name) => {
  expect(sectionOf(key).title).toBe(section)
  expect(nameOf(key)).toBe(name)
})

test('every setting has a section, and no two of a section have the same name', () => {
  const shown = listSettings().map(({ key }) => `${sectionOf(key).title}: ${nameOf(key)}`)
  expect(shown.filter((name) => name.startsWith('Other'))).toEqual([])
  expect(new Set(shown).size).toBe(shown.length)
})
