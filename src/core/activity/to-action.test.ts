import { describe, expect, test } from 'vitest'
import type { Json } from '../model/json.ts'
import { isOwnWrite, toAction } from './to-action.ts'

const folder = '/home/dev/project'
const file = `${folder}/README.md`

const act = (toolName: string, input: Json, output: Json = null, outcome: 'ok' | 'failed' = 'ok') =>
  toAction({ id: '1', toolName, input, output, outcome }, folder)

describe('what was done', () => {
  test.each([
    ['Read', { file_path: file }, 'read'],
    ['read_file', { absolute_path: file }, 'read'],
    ['read', { filePath: file }, 'read'],
    ['view', { path: file }, 'read'],
    ['fs_read', { path: file }, 'read'],
    ['Edit', { file_path: file }, 'edit'],
    ['MultiEdit', { file_path: file, edits: [] }, 'edit'],
    ['NotebookEdit', { notebook_path: file }, 'edit'],
    ['Write', { file_path: file }, 'edit'],
    ['write_file', { file_path: file }, 'edit'],
    ['replace', { file_path: file }, 'edit'],
    ['edit', { filePath: file }, 'edit'],
    ['create', { path: file }, 'edit'],
    ['fs_write', { command: 'create', path: file }, 'edit'],
  ])('%s is described with its file, relative to the folder', (toolName, input, kind) => {
    expect(act(toolName, input)).toMatchObject({ kind, files: ['README.md'], command: undefined })
  })

  test.each([
    ['Bash', { command: 'npm test' }],
    ['bash', { command: 'npm test', description: 'Run tests' }],
    ['run_shell_command', { command: ' npm test\n' }],
    ['shell', { command: ['bash', '-lc', 'npm test'] }],
    ['shell', { command: ['npm', 'test'] }],
    ['exec_command', { cmd: 'npm test' }],
    ['execute_bash', { command: 'npm test' }],
    ['Shell', { command: 'npm test', working_directory: folder }],
  ])('%s is described with its command line', (toolName, input) => {
    expect(act(toolName, input)).toMatchObject({ kind: 'command', command: 'npm test', files: [] })
  })

  test.each([
    ['Grep', { pattern: 'x' }, 'search'],
    ['Glob', { pattern: '*' }, 'search'],
    ['list_directory', { dir_path: '.' }, 'search'],
    ['WebFetch', { url: 'https://example.com' }, 'web'],
    ['google_web_search', { query: 'x' }, 'web'],
    ['Task', { prompt: 'x' }, 'agent'],
    ['spawn_agent', { message: 'x' }, 'agent'],
    ['mcp__notes__add_note', { text: 'x' }, 'other'],
    ['notes_read', { text: 'x' }, 'other'],
    ['TodoWrite', { todos: [] }, 'other'],
    ['constructor', {}, 'other'],
  ])('%s has the expected kind', (toolName, input, kind) => {
    expect(act(toolName, input).kind).toBe(kind)
  })

  test('a patch is an edit of the files it names, whatever tool gets it', () => {
    const patch = '*** Begin Patch\n*** Update File: src/a.ts\n+x\n*** End Patch'
    const told = { kind: 'edit', files: ['src/a.ts'], command: undefined }
    expect(act('apply_patch', { command: patch })).toMatchObject(told)
    expect(act('shell', { command: ['apply_patch', patch] })).toMatchObject(told)
    expect(act('exec_command', { cmd: `apply_patch <<'EOF'\n${patch}\nEOF` })).toMatchObject(told)
  })

  test('input of no known form is no reason to fail', () => {
    for (const input of [null, 'ls', [], { command: 7 }, { command: [] }, { command: ' ' }]) {
      expect(act('Bash', input)).toMatchObject({ kind: 'command', command: undefined, files: [] })
    }
  })
})

describe('how it went', () => {
  const run = (output: Json, outcome: 'ok' | 'failed' = 'ok') =>
    act('Bash', { command: 'npm test' }, output, outcome).outcome

  test('a failure reported by the host is a failure', () => {
    expect(run({ error: 'Exit code 1\nno such file', is_interrupt: false }, 'failed')).toBe(
      'failed',
    )
  })

  test.each([
    ['Codex', '{"output":"2 failed\\n","metadata":{"exit_code":1,"duration_seconds":0.4}}'],
    ['Codex', 'Exit code: 2\nWall time: 0 seconds\nOutput:\n2 failed\n'],
    ['Codex', 'Chunk ID: 1\nWall time: 1 seconds\nProcess exited with code 1\nOutput:\n2 failed'],
    [
      'Qwen Code',
      {
        error:
          'Command: npm test\nDirectory: (root)\nOutput: 2 failed\nError: (none)\nExit Code: 1\n',
      },
    ],
    ['Gemini CLI', { llmContent: 'Output: 2 failed\nExit Code: 1\nProcess Group PGID: 4242\n' }],
    ['OpenCode', { title: 'npm test', metadata: { exit: 1 }, output: '2 failed\n' }],
    ['Copilot', { textResultForLlm: '2 failed\n<shellId: 0 completed with exit code 1>' }],
    ['Claude Code', { stdout: '2 failed', stderr: '', interrupted: true }],
  ])('an exit code that only the output of %s shows is a failure', (_host, output) => {
    expect(run(output)).toBe('failed')
    expect(act('Bash', { command: 'npm test' }, output).output).toBe('2 failed')
  })

  test.each([
    '{"output":"fine","metadata":{"exit_code":0}}',
    { llmContent: 'Output: fine\nExit Code: 0\nSignal: (none)', returnDisplay: 'fine' },
    { stdout: 'fine', stderr: '', interrupted: false },
    { output: 'fine', metadata: { exit: 0 } },
  ])('an exit code of zero is none', (output) => {
    expect(run(output)).toBe('ok')
  })

  test('a log that speaks of exit codes somewhere is not a failure', () => {
    const log = ['a', 'b', 'c', 'd', 'e', 'exit code 1', 'f', 'g', 'h', 'i', 'j']
    expect(run({ stdout: log.join('\n') })).toBe('ok')
    expect(act('Read', { file_path: file }, 'Exit code 1\nis what it prints').outcome).toBe('ok')
  })
})

describe('what it put out', () => {
  const output = (value: Json) => act('Bash', { command: 'x' }, value).output

  test('text is found in the forms hosts give it', () => {
    expect(output({ stdout: 'out', stderr: 'err' })).toBe('out\nerr')
    expect(
      output([
        { type: 'text', text: 'saved' },
        { type: 'text', text: 'twice' },
      ]),
    ).toBe('saved\ntwice')
    expect(output({ content: [{ type: 'text', text: 'saved' }] })).toBe('saved')
    expect(output({ type: 'text', file: { filePath: file, content: '# Sample' } })).toBe('# Sample')
    expect(output({ error: 'Exit code 1\nno such file' })).toBe('no such file')
  })

  test('a person’s answer is shown with its question', () => {
    const answers = { 'Which package manager?': 'pnpm' }
    expect(act('AskUserQuestion', {}, { questions: [], answers }).output).toBe(
      'Which package manager? pnpm',
    )
  })

  test('a value without text is empty', () => {
    for (const value of [null, 7, true, [], {}, { filePath: file, structuredPatch: [{ a: 1 }] }]) {
      expect(output(value)).toBe('')
    }
  })

  test('it is without colours, control characters and overprinted progress', () => {
    expect(output({ stdout: '\u001b[32m✓\u001b[0m ok\u0007\r\n10%\r50%\r100%' })).toBe('✓ ok\n100%')
  })

  test('only its end is kept, from the beginning of a line', () => {
    const lines = Array.from({ length: 90 }, (_, index) => `line ${index} of it`)
    const told = output({ stdout: lines.join('\n') })
    expect(told.length).toBeLessThanOrEqual(600)
    expect(told).toMatch(/^…line \d+ of it\n/)
    expect(told.endsWith('line 89 of it')).toBe(true)
  })

  test('neither a long line nor half an emoji breaks it', () => {
    const told = output({ stdout: '🙂'.repeat(200_000) })
    expect(told.length).toBeLessThanOrEqual(600)
    expect(told.isWellFormed()).toBe(true)
  })
})

describe('own tools', () => {
  test.each([
    'mcp__throughline__memory_store',
    'mcp__plugin_throughline_throughline__memory_store',
    'mcp_throughline_memory_update',
    'throughline_memory_store',
    'throughline-memory_store',
    '@throughline/memory_forget',
    'throughline.memory_store',
    'MCP:memory_store',
  ])('%s is a write of ours', (name) => {
    expect(isOwnWrite(name)).toBe(true)
  })

  test.each([
    'mcp__throughline__memory_recall',
    'mcp__notes__memory_store',
    'other_memory_store',
    'memory_store',
    'mcp__throughline-evil__memory_store',
    'mcp__not_throughline__memory_store',
    'throughline_docs_memory_store',
    'memory_store_all',
    'Bash',
    'mcp__throughline__session_get',
  ])('%s is none', (name) => {
    expect(isOwnWrite(name)).toBe(false)
  })
})
