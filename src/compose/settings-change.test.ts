import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { makeTemporaryFolder } from '../../test/support/homes/temporary-folder.ts'
import { runChildScript } from '../../test/support/processes/child-script.ts'
import { readHookPolicy } from '../adapters/filesystem/hook-policy.ts'
import { setSettingText } from '../home/config.ts'
import { ensureHome } from '../home/ensure-home.ts'
import type { HomePaths } from '../home/paths.ts'
import { changeSettings } from './settings.ts'

let paths: HomePaths
beforeEach(() => {
  paths = ensureHome(join(makeTemporaryFolder(), 'home'))
})

/** Waits for its turn, then sets one setting again and again. */
const setRepeatedly = `
  import { changeSettings } from '${new URL('./settings.ts', import.meta.url)}'
  import { setSettingText } from '${new URL('../home/config.ts', import.meta.url)}'
  import { homePaths } from '${new URL('../home/paths.ts', import.meta.url)}'
  const [root, key] = process.argv.slice(1)
  const paths = homePaths(root)
  process.stdout.write('ready\\n')
  process.stdin.once('data', () => {
    for (let value = 101; value <= 120; value++) {
      changeSettings(paths, (file) => setSettingText(file, key, String(value)))
    }
    process.stdout.write('done\\n')
  })
`

test('many that change settings at once lose nothing of each other', async () => {
  const keys = ['budget.dailyTokens', 'backups.keep', 'hook.deadlineMs', 'budget.dailyUsd']
  const children = keys.map((key) => runChildScript(setRepeatedly, paths.root, key))
  for (const child of children) expect(await child.nextLine()).toBe('ready')
  for (const child of children) child.process.stdin?.write('go\n')
  for (const child of children) expect(await child.nextLine()).toBe('done')
  expect(JSON.parse(readFileSync(paths.config, 'utf8'))).toEqual({
    backups: { keep: 120 },
    hook: { deadlineMs: 120 },
    budget: { dailyTokens: 120, dailyUsd: 120 },
  })
  expect(readHookPolicy(paths)).toMatchObject({ policy: { deadlineMs: 120 } })
})

test('hooks are not left with what held before a file that is wrong', () => {
  changeSettings(paths, (file) => setSettingText(file, 'enabled', 'false'))
  expect(readHookPolicy(paths)).toMatchObject({ policy: { mode: 'off' } })
  writeFileSync(paths.config, JSON.stringify({ enabled: false, log: 7 }))
  changeSettings(paths, (file) => setSettingText(file, 'enabled', 'true'))
  expect(readHookPolicy(paths)).toEqual({ kind: 'unknown' })
})
