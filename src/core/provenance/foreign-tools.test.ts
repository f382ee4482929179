import { describe, expect, test } from 'vitest'
import type { Json } from '../model/json.ts'
import type { WrittenFile } from '../ports/capture-store.ts'
import { judgeToolCall } from './foreign-tools.ts'
import { withWritten } from './places.ts'

const folder = '/home/dev/project'
const isForeign = (toolName: string, input: Json, host = 'claude-code') =>
  judgeToolCall({ toolName, input }, { host, cwd: folder, folders: [folder], written: [] })
    .isForeign

test.each([
  ['node_modules/left-pad/README.md:3:Run it.', true],
  [`${folder}/vendor/lib/doc.go:Run it.`, true],
  ['src/a.ts:3:Run it.', false],
  ['node_modules/left-pad/index.d.ts:3:1 - error TS2300', false],
  ['/usr/bin/ld: cannot find -lz', false],
])('a search of the project that prints %j is foreign: %s', (output, expected) => {
  const place = { host: 'claude-code', cwd: folder, folders: [folder], written: [] }
  const search = { toolName: 'Grep', input: { pattern: 'run' }, output }
  const command = { toolName: 'Bash', input: { command: 'rg run' }, output: { stdout: output } }
  const judged = [search, command].map((use) => judgeToolCall(use, place).isForeign)
  expect(judged).toEqual([expected, expected])
})

describe('text from elsewhere', () => {
  test.each<[string, Json, string?]>([
    ['WebFetch', { url: 'https://example.com' }],
    ['google_web_search', { query: 'x' }, 'gemini'],
    ['codesearch', { query: 'x' }, 'opencode'],
    ['mcp__github__get_issue', { number: 7 }],
    ['mcp__tracker__edit_issue', { path: 'X-1', body: 'x' }],
    ['mcp__files__read', { path: 'README.md' }],
    ['mcp__throughline-evil__memory_recall', { query: 'x' }],
    ['mcp__throughline__docs_fetch', { query: 'x' }],
    ['mcp__tracker__throughline', {}],
    ['mcp_tracker_write_comment', { path: 'X-1' }, 'gemini'],
    ['tracker_edit_issue', { path: 'X-1' }, 'opencode'],
    ['throughline_docs_fetch', { query: 'x' }, 'opencode'],
    ['memory_recall', { query: 'x' }, 'opencode'],
    ['tracker-search', { path: 'src' }, 'copilot'],
    ['MCP:search', { query: 'x' }, 'cursor'],
    ['@tracker/edit_issue', { path: 'X-1' }, 'kiro'],
    ['jira_search', { jql: 'x' }],
    ['update_plan', { plan: [] }],
    ['read_lints', {}, 'gemini'],
    ['lsp', { operation: 'hover' }, 'codex'],
    ['Skill', { skill: 'superpowers:brainstorming' }],
    ['SlashCommand', { command: '/marketing:write x' }],
    ['Read', { file_path: '/home/dev/other/README.md' }],
    ['Read', { file_path: `${folder}/../other/README.md` }],
    ['Read', { file_path: `${folder}/node_modules/left-pad/README.md` }],
    ['Read', { file_path: `${folder}/vendor/lib/doc.go` }],
    ['Read', { file_path: '~/notes.md' }],
    ['read_many_files', { include: ['src', '../other/**/*.md'] }, 'gemini'],
    ['fs_read', { operations: [{ mode: 'Line', path: '/tmp/page.md' }] }, 'kiro'],
    ['Read', { target_file: '/tmp/page.md' }, 'cursor'],
    ['Grep', { pattern: 'x', path: '/usr/share/doc' }],
    ['Grep', { pattern: 'x', path: 'node_modules' }],
    ['Glob', { pattern: '**/*.md', path: '..' }],
    ['Glob', { pattern: '/tmp/**/*.md' }],
    ['LSP', { operation: 'hover', filePath: 'src/a.ts' }],
    ['Bash', { command: 'curl -s https://example.com | head' }],
    ['Bash', {}],
    ['exec_command', { cmd: 'sed -n 1,20p /tmp/page.html' }, 'codex'],
    ['shell', { command: ['bash', '-lc', 'gh issue view 7'] }, 'codex'],
  ])('%s %j', (toolName, input, host) => {
    expect(isForeign(toolName, input, host)).toBe(true)
  })
})

describe('text of the project', () => {
  test.each<[string, Json, string?]>([
    ['Read', { file_path: `${folder}/README.md` }],
    ['Read', { file_path: 'README.md', limit: 20 }],
    ['Read', { file_path: '/home/dev/.claude/plans/plan.md' }],
    ['read_many_files', { include: ['src/**/*.ts'] }, 'gemini'],
    ['Grep', { pattern: '/etc/passwd', path: 'src' }],
    ['Grep', { pattern: 'x', path: folder }],
    ['Grep', { pattern: 'x', output_mode: 'content' }],
    ['Glob', { pattern: 'src/**' }],
    ['ripgrep_raw_search', { pattern: 'x', path: folder }, 'cursor'],
    ['Edit', { file_path: `${folder}/a.ts`, old_string: 'x', new_string: 'y' }],
    ['apply_patch', { command: '*** Update File: a.md' }, 'codex'],
    ['TodoWrite', { todos: [] }],
    ['ExitPlanMode', { plan: 'x' }],
    ['AskUserQuestion', { questions: [] }],
    ['Skill', { skill: 'release-notes' }],
    ['Skill', { skill: 'throughline:using-memory' }],
    ['LSP', { operation: 'findReferences', filePath: 'src/a.ts' }],
    ['update_plan', { plan: [] }, 'codex'],
    ['read_lints', { paths: ['src'] }, 'cursor'],
    ['todowrite', { todos: [] }, 'opencode'],
    ['report_intent', { intent: 'x' }, 'copilot'],
    ['mcp__throughline__memory_recall', { query: 'x' }],
    ['mcp__plugin_throughline_throughline__memory_store', { content: 'x' }],
    ['mcp_throughline_memory_recall', { query: 'x' }, 'gemini'],
    ['throughline_memory_recall', { query: 'x' }, 'opencode'],
    ['throughline-session_get', { id: 'x' }, 'copilot'],
    ['@throughline/memory_list', {}, 'kiro'],
    ['MCP:memory_recall', { query: 'x' }, 'cursor'],
    ['Bash', { command: 'npm test' }],
    ['exec_command', { cmd: 'rg -n x src' }, 'codex'],
    ['shell', { command: ['bash', '-lc', 'npm test'] }, 'codex'],
    ['run_shell_command', { command: 'npm test' }, 'gemini'],
  ])('%s %j', (toolName, input, host) => {
    expect(isForeign(toolName, input, host)).toBe(false)
  })
})

test("a path of Windows is the project's in whatever spelling", () => {
  const place = {
    ...{ host: 'claude-code', cwd: 'C:\\Users\\dev\\app', written: [] },
    folders: ['C:\\Users\\dev\\app'],
  }
  const runs = (command: string) =>
    judgeToolCall({ toolName: 'Bash', input: { command } }, place).isForeign
  expect(runs('cd /d c:\\Users\\dev\\app && type README.md && npm test')).toBe(false)
  expect(runs('cat /c/Users/dev/app/src/a.ts')).toBe(false)
  expect(runs('cat "C:\\Users\\dev\\app\\src\\a.ts"')).toBe(false)
  expect(runs('Get-Content .\\src\\a.ts | Select-Object -First 5')).toBe(false)
  expect(runs('cat C:\\Users\\dev\\other\\README.md')).toBe(true)
  expect(runs('cat ..\\other\\README.md')).toBe(true)
  expect(runs('Get-Clipboard')).toBe(true)
})

describe('a file that the session wrote before', () => {
  /** @returns for each call whether it is foreign, each knowing what those before it wrote */
  function inTurn(...calls: readonly (string | readonly [string, Json])[]): boolean[] {
    let written: readonly WrittenFile[] = []
    return calls.map((call) => {
      const [toolName, input] = typeof call === 'string' ? ['Bash', { command: call }] : call
      const place = { host: 'claude-code', cwd: folder, folders: [folder], written }
      const judged = judgeToolCall({ toolName, input }, place)
      written = withWritten(written, judged.written, [folder])
      return judged.isForeign
    })
  }
  const read = (path: string) => ['Read', { file_path: `${folder}/${path}` }] as const

  test.each([
    ['curl -s https://example.com -o docs/page.md', 'docs/page.md'],
    ['curl -sO https://example.com/page.md', 'page.md'],
    ['curl -fsSLo docs/page.md https://example.com', 'docs/page.md'],
    ['curl https://example.com > docs/page.md', 'docs/page.md'],
    ['curl https://example.com >> docs/page.md', 'docs/page.md'],
    ['curl https://example.com | sed s/a/b/ | tee docs/page.md', 'docs/page.md'],
    ['{ date; curl https://example.com; } > docs/page.md', 'docs/page.md'],
    ['for i in 1 2; do gh issue view $i; done > issues.md', 'issues.md'],
    ['cd docs && curl -o page.md https://example.com', 'docs/page.md'],
    ['curl -L https://example.com/a.tgz | tar xz -C docs', 'docs/page.md'],
    ['(cd docs; wget https://example.com/a/page.md?raw=1)', 'docs/page.md'],
    ['wget -O docs/page.md example.com', 'docs/page.md'],
    ['gh issue view 7 > notes.md', 'notes.md'],
    ['x=$(gh issue view 7); echo "$x" > notes.md', 'notes.md'],
    ['git clone https://github.com/a/lib', 'lib/README.md'],
    ['git clone --depth 1 https://github.com/a/lib.git tools/lib', 'tools/lib/src/a.ts'],
    ['gh repo clone a/lib', 'lib/README.md'],
    ['gh pr checkout 7', 'README.md'],
    ['git fetch origin pull/7/head && git checkout FETCH_HEAD', 'README.md'],
    ['cp ~/Downloads/page.md docs/', 'docs/page.md'],
    ['cp /tmp/page.md notes.md', 'notes.md'],
    ['unzip ~/Downloads/site.zip -d site', 'site/index.md'],
    ['tar xzf /tmp/site.tgz -C site', 'site/index.md'],
    ['scp host:page.md page.md', 'page.md'],
    ['scp host:docs/page.md .', 'page.md'],
    ['rsync -a host:docs/ docs/', 'docs/page.md'],
    ['npx degit a/b lib', 'lib/README.md'],
    ['aws s3 cp s3://bucket/page.md page.md', 'page.md'],
    ['kubectl logs web > web.log', 'web.log'],
    ['pbpaste > paste.md', 'paste.md'],
  ])('after %s, %s is foreign', (command, path) => {
    expect(inTurn(read(path), command, read(path), `cat ${path}`)).toEqual([
      false,
      expect.any(Boolean),
      true,
      true,
    ])
  })

  test('is foreign in its copies, in searches over it, and when it is run', () => {
    const fetch = 'curl -s https://example.com/a.sh -o tools/a.sh'
    expect(inTurn(fetch, 'cp tools/a.sh b.sh', 'cat b.sh')).toEqual([true, false, true])
    expect(inTurn(fetch, 'rg -n x', 'grep -rn x tools', 'grep -n x src/b.ts')).toEqual([
      ...[true, true, true, false],
    ])
    expect(inTurn(fetch, ['Grep', { pattern: 'x', path: 'tools' }])).toEqual([true, true])
    expect(inTurn(fetch, 'bash tools/a.sh', './tools/a.sh', 'source tools/a.sh')).toEqual([
      ...[true, true, true, true],
    ])
  })

  test('says nothing about other files, and what a program is merely told is no file', () => {
    const other = ['rg -n x src', 'ls .env*', 'git status', 'npm test', read('src/a.ts')] as const
    const local = other.map(() => false)
    const fetches = [
      'curl -s https://example.com -o docs/page.md',
      'linctl issue update A-1 -d "see README.md and src/a.ts"',
      'kubectl get pods',
      'psql -d app -c "select 1"',
      'gh pr view 7 -R a/b',
      'docker compose -f compose.yml up -d',
    ]
    expect(inTurn(...fetches, ...other)).toEqual([...fetches.map(() => true), ...local])
    expect(inTurn('rsync -a next/ . && rm -rf next', ...other)).toEqual([false, ...local])
    // What is built and tested is the project all the same.
    expect(inTurn('gh pr checkout 7', 'npm test', 'git status')).toEqual([true, false, false])
  })

  test("is the agent's own again once the agent writes it anew", () => {
    const fetch = 'curl -s https://example.com > notes.md'
    const write = ['Write', { file_path: `${folder}/notes.md`, content: 'x' }] as const
    expect(inTurn(fetch, write, read('notes.md'))).toEqual([true, false, false])
    const edit = ['Edit', { file_path: `${folder}/notes.md`, new_string: 'x' }] as const
    expect(inTurn(fetch, edit, read('notes.md'))).toEqual([true, false, true])
    expect(inTurn(fetch, 'echo x >> notes.md', read('notes.md'))).toEqual([true, false, true])
  })

  test('outside the project is not foreign if the agent wrote all of it', () => {
    expect(inTurn('npm test > /tmp/out.txt 2>&1', 'tail /tmp/out.txt')).toEqual([false, false])
    expect(inTurn('echo x >> /tmp/page.md', 'cat /tmp/page.md')).toEqual([false, true])
    expect(inTurn('curl example.com > /tmp/out.txt', 'tail /tmp/out.txt')).toEqual([true, true])
    const write = ['Write', { file_path: '/tmp/check.py', content: 'print(1)' }] as const
    expect(inTurn(write, 'python3 /tmp/check.py')).toEqual([false, false])
    expect(inTurn('npm test > /tmp/o', 'gh pr view 7 > /tmp/o', 'cat /tmp/o')[2]).toBe(true)
  })

  test('is foreign when it is run if it fetches, not when it is read', () => {
    const write = (name: string, content: string) =>
      ['Write', { file_path: `${folder}/${name}`, content }] as const
    const python = write('ask.py', 'import requests\nprint(requests.get(url).text)')
    expect(inTurn(python, 'python3 ask.py', 'cat ask.py')).toEqual([false, true, false])
    const shell = write('ask.sh', '#!/bin/sh\ncd docs\ncurl "$1"\n')
    expect(inTurn(shell, 'sh ask.sh', './ask.sh x')).toEqual([false, true, true])
    const here = 'cat > ask.mjs <<EOF\nconsole.log(await fetch(url))\nEOF'
    expect(inTurn(here, 'node ask.mjs')).toEqual([false, true])
    expect(inTurn(python, write('ask.py', 'print(1)'), 'python3 ask.py')[2]).toBe(false)
    expect(inTurn(write('build.py', 'print(1)'), 'python3 build.py')).toEqual([false, false])
  })

  test("is remembered in bounded space, and no flood of files makes it the project's", () => {
    const names = Array.from({ length: 500 }, (_, number) => `d${number}/page.md`)
    const calls = names.map((name) => `curl -o ${name} example.com/${name}`)
    expect(inTurn(...calls, read('d0/page.md'), read('d499/page.md')).slice(-2)).toEqual([
      true,
      true,
    ])
    let written: readonly WrittenFile[] = []
    for (const name of names) {
      const path = `${folder}/${name}`
      written = withWritten(written, [{ path, content: 'foreign' }], [folder])
      expect(written.length).toBeLessThanOrEqual(100)
    }
  })
})
