import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createGitSandbox, type GitSandbox } from '../../../../test/support/homes/git-sandbox.ts'
import { writeSpoolFile } from '../../../../test/support/homes/spool-files.ts'
import { createWorld, type World } from '../../../../test/support/homes/world.ts'
import { runCli } from '../../../../test/support/processes/cli.ts'
import type { JsonObject } from '../../../core/model/json.ts'

let world: World
let sandbox: GitSandbox
let root: string

beforeEach(() => {
  world = createWorld()
  sandbox = createGitSandbox()
  root = sandbox.makeRepository('app', 'https://github.com/acme/app.git')
  onTestFinished(async () => {
    sandbox.remove()
    await world.close()
  })
})

const cli = (...args: string[]) => runCli(world, args, { cwd: root, columns: 80 })
const read = async (...args: string[]) => JSON.parse((await cli(...args, '--json')).stdout)

function write(path: string, text: string): void {
  mkdirSync(join(root, path, '..'), { recursive: true })
  writeFileSync(join(root, path), text)
}

function commit(message: string): { hash: string; output: string } {
  sandbox.git(root, 'add', '--all')
  const output = sandbox.git(root, 'commit', '-m', message)
  return { hash: sandbox.git(root, 'rev-parse', 'HEAD'), output }
}

function commitAt(date: string, message: string): string {
  const person = `Ada <ada@example.com> ${Date.parse(date) / 1_000} +0000`
  const tree = sandbox.git(root, 'write-tree')
  const text = `tree ${tree}\nauthor ${person}\ncommitter ${person}\n\n${message}\n`
  writeFileSync(sandbox.path('commit'), text)
  const hash = sandbox.git(root, 'hash-object', '-t', 'commit', '-w', sandbox.path('commit'))
  sandbox.git(root, 'reset', '--quiet', hash)
  return hash
}

function happens(session: string, name: string, rest: JsonObject): void {
  const payload = { session_id: session, cwd: root, hook_event_name: name, ...rest }
  writeSpoolFile(world.paths.spool, { event: name, cwd: root }, payload)
}
const says = (session: string, prompt: string) => happens(session, 'UserPromptSubmit', { prompt })

function edits(session: string, path: string, text: string): void {
  write(path, text)
  const input = { file_path: join(root, path), content: text }
  happens(session, 'PostToolUse', {
    ...{ tool_name: 'Write', tool_input: input, tool_response: { success: true } },
    tool_use_id: `${session} ${path} ${text.length}`,
  })
}

function commits(session: string, message: string, stdout?: string): string {
  const { hash, output } = commit(message)
  happens(session, 'PostToolUse', {
    ...{ tool_name: 'Bash', tool_input: { command: `git commit -am "${message}"` } },
    tool_response: { stdout: stdout ?? output, stderr: '', interrupted: false },
    tool_use_id: `${session} ${hash}`,
  })
  return hash
}

describe('show COMMIT', () => {
  test('names the session that made it, with its prompts and memories', async () => {
    const remembered = 'Remember: retries in src/retry.ts wait 50 ms, the queue drops bursts'
    says('s1', 'Which file has the retries?')
    says('s1', remembered)
    edits('s1', 'src/retry.ts', 'wait(50)\n')
    const hash = commits('s1', 'fix: wait between retries')
    says('s1', 'Now write the release notes')
    const shown = await read('show', hash.slice(0, 8))
    expect(shown).toMatchObject({
      type: 'commit',
      commit: { hash, subject: 'fix: wait between retries', files: ['src/retry.ts'] },
      sessions: [{ evidence: 'hash', files: ['src/retry.ts'] }],
      isPartial: false,
    })
    const [{ prompts, memories }] = shown.sessions
    expect(prompts.map(({ text }: { text: string }) => text)).toEqual([
      'Which file has the retries?',
      remembered,
    ])
    expect(memories).toMatchObject([{ text: expect.stringContaining('wait 50 ms') }])
    const { stdout } = await cli('show', hash.slice(0, 8))
    expect(stdout).toContain('because git reported this commit in it')
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
    expect(await read('show', 'HEAD')).toEqual(shown)
  })

  test('a quiet or repeated commit is known by its subject, one by hand by its files', async () => {
    says('s1', 'Write the parser')
    edits('s1', 'parse.ts', 'parse()\n')
    const quiet = commits('s1', 'feat: a parser', '')
    says('s2', 'Write the printer')
    edits('s2', 'print.ts', 'print()\n')
    const { hash } = commit('feat: a printer')
    expect((await read('show', quiet)).sessions).toMatchObject([{ evidence: 'subject' }])
    expect((await read('show', hash)).sessions).toMatchObject([
      { evidence: 'files', files: ['print.ts'] },
    ])
  })

  test('a commit without captured work says so, and an unknown one is not found', async () => {
    write('a.ts', 'one\n')
    const { hash } = commit('feat: by hand')
    expect((await cli('show', hash)).stdout).toContain('No captured session is behind it.')
    const outside = await runCli(world, ['show', 'HEAD'], { cwd: world.path('home') })
    expect(outside.stderr).toContain('there is no git repository that can be read')
    const { code, stderr } = await cli('show', 'abcdef12')
    expect(code).toBe(1)
    expect(stderr).toContain('abcdef12')
  })
})

describe('blame', () => {
  test('names the sessions behind a line and behind a file', async () => {
    says('s1', 'Write the first line')
    edits('s1', 'a.ts', 'one\n')
    const first = commits('s1', 'feat: one')
    says('s2', 'Write the second line')
    edits('s2', 'a.ts', 'one\ntwo\n')
    const second = commits('s2', 'feat: two')
    expect((await read('blame', 'a.ts:1')).commits).toMatchObject([{ commit: { hash: first } }])
    const { commits: found } = await read('blame', 'a.ts')
    expect(found).toMatchObject([{ commit: { hash: second } }, { commit: { hash: first } }])
    expect(found[0].sessions[0].prompts).toMatchObject([{ text: 'Write the second line' }])
    const { stdout } = await cli('blame', 'a.ts:2')
    expect(stdout).toContain('> Write the second line')
    expect(stdout).not.toContain('first line')
  })

  test('a line that is not committed is the session’s that edited the file', async () => {
    write('a.ts', 'one\n')
    commit('feat: one')
    says('s1', 'Add a second line')
    edits('s1', 'a.ts', 'one\ntwo\n')
    const { stdout } = await cli('blame', 'a.ts:2')
    expect(stdout).toMatch(/^a\.ts:2 is not committed$/m)
    expect(stdout).toContain('> Add a second line')
    expect(await read('blame', 'a.ts:2')).toMatchObject({ file: 'a.ts', commits: [] })
  })

  test('what a session edited later is behind no earlier commit', async () => {
    write('a.ts', 'one\n')
    sandbox.git(root, 'add', '--all')
    const hash = commitAt('2026-01-01T00:00:00Z', 'feat: one')
    says('s1', 'Add a second line')
    edits('s1', 'a.ts', 'one\ntwo\n')
    expect((await read('blame', 'a.ts')).uncommitted.sessions).toHaveLength(1)
    expect((await read('show', hash)).sessions).toEqual([])
  })

  test('says in one line what it cannot answer', async () => {
    write('a.ts', 'one\n')
    commit('feat: one')
    expect(await cli('blame', 'a.ts:7')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('a.ts has 1 line'),
    })
    expect(await cli('blame', 'gone.ts')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('gone.ts is in no commit'),
    })
    const outside = await cli('blame', world.path('home', 'a.ts'))
    expect(outside).toMatchObject({ code: 1, stderr: expect.stringContaining('no git repository') })
  })
})
