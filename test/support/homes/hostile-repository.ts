/** A repository in which every program that git can be told to run leaves a trace. */
import { chmodSync, existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GitSandbox } from './git-sandbox.ts'

export interface HostileRepository {
  readonly root: string
  /** Names of the programs that were run. */
  traces(): string[]
}

/** Where the remote points, which says nothing about who made the folder. */
const remote = 'ext::sh -c hostile% program'

const hooks = [
  ...['applypatch-msg', 'commit-msg', 'fsmonitor-watchman', 'post-checkout', 'post-commit'],
  ...['post-index-change', 'post-merge', 'post-rewrite', 'pre-auto-gc', 'pre-commit', 'pre-push'],
  ...['pre-rebase', 'prepare-commit-msg', 'reference-transaction', 'update'],
]

export function makeHostileRepository(sandbox: GitSandbox, name: string): HostileRepository {
  const root = sandbox.makeRepository(name)
  const at = (...parts: string[]) => join(root, ...parts)
  const git = (...args: string[]) => sandbox.git(root, ...args)
  const commitAll = (message: string) => {
    git('add', '.')
    git('commit', '--quiet', `--message=${message}`)
  }
  mkdirSync(at('src'))
  for (const file of ['a.txt', 'b.bin', 'src/c.ts']) writeFileSync(at(file), 'one\ntwo\nthree\n')
  commitAll('files')
  const inner = sandbox.makeRepository(`${name}-inner`)
  git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner, 'sub')
  writeFileSync(at('.gitattributes'), '* filter=tree diff=tree merge=tree\n')
  commitAll('submodule')

  const traces = sandbox.makeFolder(`${name}-traces`)
  const programs = sandbox.makeFolder(`${name}-programs`)
  const program = (trace: string) => {
    const file = join(programs, trace)
    writeFileSync(file, `#!/bin/sh\n: > '${join(traces, trace)}'\ncat\n`)
    chmodSync(file, 0o755)
    return file
  }
  const driver = (from: string) =>
    [
      `[filter "${from}"]`,
      `\tclean = ${program(`${from}-clean`)}`,
      `\tsmudge = ${program(`${from}-smudge`)}`,
      '\trequired = true',
      `[filter "${from}-process"]`,
      `\tprocess = ${program(`${from}-process`)}`,
      `[diff "${from}"]`,
      `\ttextconv = ${program(`${from}-textconv`)}`,
      `\tcommand = ${program(`${from}-diff-command`)}`,
      `[merge "${from}"]`,
      `\tdriver = ${program(`${from}-merge`)} %A %O %B`,
      '',
    ].join('\n')
  const section = (name: string, variables: Record<string, string>) =>
    `[${name}]\n${Object.entries(variables)
      .map(([key, value]) => `\t${key} = ${value}\n`)
      .join('')}`

  writeFileSync(at('.git', 'included'), driver('included'))
  writeFileSync(at('.git', 'config.worktree'), driver('worktree'))
  mkdirSync(at('.git', 'info'), { recursive: true })
  writeFileSync(
    at('.git', 'info', 'attributes'),
    ['a.txt filter=included diff=included', 'b.bin filter=worktree-process', ''].join('\n'),
  )
  const alias = (name: string) => [name, `!${program(`alias-${name}`)}`]
  writeFileSync(
    at('.git', 'config'),
    [
      section('core', {
        repositoryformatversion: '1',
        bare: 'false',
        fsmonitor: program('fsmonitor'),
        hooksPath: join(programs, 'hooks'),
        pager: program('pager'),
        editor: program('editor'),
        askPass: program('askpass'),
        sshCommand: program('ssh'),
        gitProxy: program('proxy'),
        alternateRefsCommand: program('alternate-refs'),
      }),
      section('extensions', { worktreeConfig: 'true', partialClone: 'origin' }),
      section('include', { path: 'included' }),
      section('remote "origin"', {
        url: remote,
        promisor: 'true',
        uploadpack: program('upload-pack'),
        vcs: 'hostile',
      }),
      section('diff', { external: program('external-diff'), submodule: 'diff' }),
      section('submodule', { recurse: 'true' }),
      section('submodule "sub"', { url: remote, update: `!${program('submodule-update')}` }),
      section('gpg', { program: program('gpg') }),
      section('log', { showSignature: 'true' }),
      section('commit', { gpgSign: 'true' }),
      section('credential', { helper: `!${program('credential')}` }),
      section('sequence', { editor: program('sequence-editor') }),
      section('interactive', { diffFilter: program('diff-filter') }),
      section('uploadpack', { packObjectsHook: program('pack-objects') }),
      section('alias', Object.fromEntries(['diff', 'log', 'status', 'ls-files'].map(alias))),
      section('pager', { diff: program('pager-diff'), log: program('pager-log') }),
      driver('tree'),
    ].join(''),
  )
  for (const folder of [join(programs, 'hooks'), at('.git', 'hooks')]) {
    mkdirSync(folder, { recursive: true })
    for (const hook of hooks) {
      writeFileSync(join(folder, hook), `#!/bin/sh\n: > '${join(traces, `hook-${hook}`)}'\n`)
      chmodSync(join(folder, hook), 0o755)
    }
  }
  // Programs of the names we might look for, should somebody's PATH have a dot in it.
  for (const name of ['git', 'git-remote-hostile', 'node', 'claude', 'codex']) {
    writeFileSync(at(name), `#!/bin/sh\n: > '${join(traces, `path-${name}`)}'\n`)
    chmodSync(at(name), 0o755)
  }
  // Same size, other content and time: only reading the file shows the change.
  for (const file of ['a.txt', 'b.bin', 'src/c.ts']) {
    writeFileSync(at(file), 'ONE\nTWO\nTHREE\n')
    utimesSync(at(file), 1, 1)
  }
  return {
    root,
    traces: () => (existsSync(traces) ? readdirSync(traces).sort() : []),
  }
}
