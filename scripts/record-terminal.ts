/**
 * Records the terminal of the README, docs/images/terminal.svg: what the commands really print in
 * the home of `throughline demo`, at 80 columns.
 *
 *     npm run build && node scripts/record-terminal.ts
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drawTerminal } from './terminal-svg.ts'

const root = join(import.meta.dirname, '..')
const commands = [
  ['recall', 'why', 'was', 'the', 'total', 'off', 'by', 'a', 'cent', '--limit', '2'],
  ['context'],
]

const userHome = mkdtempSync(join(tmpdir(), 'throughline-recording-'))
const [, demoHome = ''] = /THROUGHLINE_HOME=(\S+)/.exec(run(['demo', '--keep'], userHome, '')) ?? []
try {
  const project = join(demoHome, '..', 'widgets')
  const blocks = commands.map((words) => ({
    command: `throughline ${words.join(' ')}`,
    output: run(words, project, demoHome),
  }))
  writeFileSync(join(root, 'docs', 'images', 'terminal.svg'), drawTerminal(blocks))
} finally {
  run(['stop'], userHome, demoHome)
  rmSync(join(demoHome, '..'), { recursive: true, force: true })
  rmSync(userHome, { recursive: true, force: true })
}

function run(words: readonly string[], folder: string, home: string): string {
  const env = {
    PATH: process.env.PATH,
    HOME: userHome,
    COLUMNS: '80',
    NO_COLOR: '1',
    THROUGHLINE_HOME: home || join(userHome, '.throughline'),
  }
  const program = join(root, 'bin', 'throughline.js')
  return execFileSync(process.execPath, [program, ...words], { cwd: folder, env, encoding: 'utf8' })
}
