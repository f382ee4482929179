import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeTemporaryFolder } from '../../../test/support/homes/temporary-folder.ts'
import { homePaths } from '../../home/paths.ts'
import { writeHookLog } from './hook-log.ts'

const token = ['ghp', 'k9Qm3VwZ7tXc2LrB8nYd5HsJ4fGaP6eUiT1o'].join('_')

function write(message: string): string {
  const paths = homePaths(join(makeTemporaryFolder(), 'home'))
  writeHookLog(paths, message)
  return readFileSync(paths.hookLog, 'utf8')
}

it('writes a reason on one line', () => {
  expect(write('claude-code Stop: the daemon\n  did not answer')).toMatch(
    /^\S+Z claude-code Stop: the daemon did not answer\n$/,
  )
})

it.each([
  ['a parser quotes', `Unexpected token '}', "{"a":"${token}"}" is not valid JSON`],
  ['a path holds', `ENOSPC: no space left on device, open '/home/ada/${token}/spool/1.json'`],
  ['a line break splits', `cannot read ${token.slice(0, 20)}\n${token.slice(20)}`],
  ['the length limit would cut', `${'x '.repeat(230)}${token}`],
])('writes no secret that %s', (_, message) => {
  const written = write(message)
  expect(written).toContain('[redacted:')
  expect(written).not.toContain(token.slice(0, 20))
})
