/** Completion as the shells of this machine run it. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { listCommands } from '../../src/entry/cli/manifest.ts'
import { createWorld, type World } from '../support/homes/world.ts'
import { runCli } from '../support/processes/cli.ts'

let world: World
let id: string

const cli = (...args: string[]) => runCli(world, args)

beforeAll(async () => {
  world = createWorld()
  const stored = await cli('remember', 'The port is 4173', '--json')
  id = JSON.parse(stored.stdout).memory.id.slice(-10)
  await cli('projects', 'rename', 'widgets', hostileName)
  const program = fileURLToPath(new URL('../../bin/throughline.js', import.meta.url))
  for (const folder of [world.path('bin'), world.path('widgets', 'bills')]) mkdirSync(folder)
  const script = `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`
  writeFileSync(world.path('bin', 'throughline'), script, { mode: 0o755 })
})

afterAll(() => world.close())

/** What a shell prints after running this script, which has loaded the completion. */
function runShell(shell: string, args: readonly string[]): string {
  const env = { ...world.env, TERM: 'xterm', PATH: `${world.path('bin')}:${world.env.PATH}` }
  const options = { cwd: world.project, env, encoding: 'utf8', timeout: 60_000 } as const
  const { stdout, stderr } = spawnSync(shell, args, options)
  expect(stderr).toBe('')
  return stdout
}

/** As a user's profile loads it: bash fills an array with what it offers. */
function completeInBash(...words: string[]): string[] {
  const quoted = ['throughline', ...words].map((word) => `'${word}'`).join(' ')
  const script = `
    source <(throughline completion bash)
    COMP_WORDS=(${quoted}) COMP_CWORD=${words.length}
    _throughline
    printf '%s\\n' "\${COMPREPLY[@]}"`
  return runShell('bash', ['-c', script]).split('\n').filter(Boolean)
}

/** fish prints what Tab would offer for a line. */
function completeInFish(lines: readonly string[]): string[][] {
  const script = [
    'throughline completion fish | source',
    ...lines.map((line) => `echo; complete -C ${fishQuote(line)}`),
  ].join('\n')
  const offered = runShell('fish', ['--no-config', '-c', script]).split('\n\n')
  return offered.map((each) =>
    each
      .trim()
      .split('\n')
      .map((line) => line.split('\t')[0] ?? ''),
  )
}

const fishQuote = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`

/** Each line after Tab, typed into an interactive zsh on a terminal of its own. */
function completeInZsh(lines: readonly string[]): string[] {
  mkdirSync(world.path('functions'), { recursive: true })
  const load = runShell('sh', ['-c', 'throughline completion zsh'])
  writeFileSync(world.path('functions', '_throughline'), load)
  writeFileSync(world.path('type-lines.zsh'), zshTyping)
  const args = ['-f', world.path('type-lines.zsh'), world.path('functions'), ...lines]
  const typed = runShell('zsh', args)
  return [...typed.matchAll(/<<(.*?)>>/g)].map(([, buffer = '']) => buffer)
}

/** Ctrl-X prints the line as it stands, and empties it. */
const zshTyping = String.raw`
zmodload zsh/zpty
zpty typing zsh -f -i
read_until() {
  local chunk; REPLY=
  while [[ $REPLY != *$1* ]]; do zpty -r typing chunk || exit 1; REPLY+=$chunk; done
}
zpty -w typing "PS1= fpath=($1 \$fpath); autoload -Uz compinit; compinit -u -D
shown() { print -r -- \"<<\$BUFFER>>\"; zle kill-buffer }
zle -N shown; bindkey '^X' shown; print REA''DY"
read_until READY
shift
for line; do
  zpty -w -n typing "$line"$'\t\030'
  read_until '>>'
  print -r -- "$REPLY"
done
zpty -d typing
`

const isHere = (shell: string) =>
  ['/bin', '/usr/bin', '/usr/local/bin'].some((folder) => existsSync(`${folder}/${shell}`))
const hostileName = '$(touch owned) shop'

describe.skipIf(!isHere('bash'))('in bash, if this machine has it', () => {
  it('completes commands, subcommands, options and their values', () => {
    expect(completeInBash('rec')).toEqual(['recall'])
    expect(completeInBash('projects', 'un')).toEqual(['unmerge'])
    expect(completeInBash('list', '--sco')).toEqual(['--scope'])
    expect(completeInBash('list', '--scope', 'g')).toEqual(['global'])
    expect(completeInBash('list', '--scope', '=', 'g')).toEqual(['global'])
    expect(completeInBash('config', 'get', 'hook.dead')).toEqual(['hook.deadlineMs'])
  })

  it('completes ids, and names without running what they say', () => {
    expect(completeInBash('pin', '')).toEqual([id])
    expect(completeInBash('projects', 'show', '')).toEqual(['\\$\\(touch\\ owned\\)\\ shop'])
    expect(existsSync(world.path('widgets', 'owned'))).toBe(false)
  })
})

describe.skipIf(!isHere('fish'))('in fish, if this machine has it', () => {
  it('completes commands, options, values, ids and names without running them', () => {
    const expected = {
      'throughline rec': ['recall'],
      'throughline projects un': ['unmerge'],
      'throughline list --scope g': ['global'],
      'throughline list --scope=g': ['--scope=global'],
      'throughline pin ': [id],
      'throughline projects show ': [hostileName],
      'throughline projects show \\$': [hostileName],
      "throughline projects show '$(t": [hostileName],
      'throughline import bi': ['bills/'],
    }
    expect(completeInFish(Object.keys(expected))).toEqual(Object.values(expected))
    expect(existsSync(world.path('widgets', 'owned'))).toBe(false)
  })
})

describe.skipIf(!isHere('zsh'))('in zsh, if this machine has it', () => {
  it('completes commands, options, values, ids and names without running them', () => {
    const whole = `throughline projects show \\$\\(touch\\ owned\\)\\ shop `
    const expected = {
      'throughline rec': 'throughline recall ',
      'throughline projects un': 'throughline projects unmerge ',
      'throughline list --scope g': 'throughline list --scope global ',
      'throughline list --scope=g': 'throughline list --scope=global ',
      'throughline pin ': `throughline pin ${id} `,
      'throughline projects show ': whole,
      'throughline projects show \\$': whole,
      "throughline projects show '$(t": `throughline projects show '${hostileName}' `,
      'throughline import bi': 'throughline import bills/',
    }
    expect(completeInZsh(Object.keys(expected))).toEqual(Object.values(expected))
    expect(existsSync(world.path('widgets', 'owned'))).toBe(false)
  })
})

describe('in PowerShell', () => {
  it.skipIf(!isHere('pwsh'))('completes commands and values, if this machine has it', () => {
    const complete = (line: string) =>
      `(TabExpansion2 '${line}' ${line.length}).CompletionMatches.CompletionText`
    const lines = ['throughline rec', 'throughline list --scope g', 'throughline projects show ']
    const script = [
      'throughline completion powershell | Out-String | Invoke-Expression',
      ...lines.map(complete),
    ].join('\n')
    const offered = runShell('pwsh', ['-NoProfile', '-Command', script])
    expect(offered.trim().split(/\r?\n/)).toEqual(['recall', 'global', `'${hostileName}'`])
  })

  it('is a script whose quotes and brackets all close', async () => {
    const { stdout } = await cli('completion', 'powershell')
    const code = stdout.replace(/'(?:[^']|'')*'|"(?:[^"`]|`.)*"/g, '')
    expect(code).not.toMatch(/['"]/)
    const bare = code.replace(/[^(){}[\]]/g, '')
    let left = bare
    for (let length = -1; length !== left.length; left = left.replace(/\(\)|\{\}|\[\]/g, '')) {
      length = left.length
    }
    expect(left).toBe('')
  })
})

describe('the words that scripts ask for', () => {
  test('are those of the manifest', async () => {
    const { stdout } = await cli('completion', 'bash', '--', '')
    expect(stdout.trim().split('\n')).toEqual(listCommands().map(({ name }) => name))
  })

  test('come with descriptions where a shell shows them', async () => {
    const words = ['--', 'projects', 'mov']
    const move = 'Give a project a new identity; the old one still works'
    expect((await cli('completion', 'zsh', ...words)).stdout).toBe(`move:${move}\n`)
    expect((await cli('completion', 'fish', ...words)).stdout).toBe(`move\t${move}\n`)
    const marked = await cli('completion', 'powershell', '--', 'projects', '=mov')
    expect(marked.stdout).toBe(`move\t${move}\n`)
  })

  test('set up no home', async () => {
    const fresh = createWorld()
    try {
      const { stdout } = await runCli(fresh, ['completion', 'bash', '--', 'pin', ''])
      expect(stdout).toBe('')
      expect(existsSync(fresh.paths.root)).toBe(false)
    } finally {
      await fresh.close()
    }
  })
})

test('a shell without a script is refused with those that have one', async () => {
  expect(await cli('completion', 'tcsh')).toEqual({
    code: 2,
    stdout: '',
    stderr:
      'throughline: there is no completion for "tcsh"\n  one of bash, zsh, fish, powershell\n',
  })
})
