/** What a user does with the program. */
import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sessionPayloads } from '../../test/support/homes/claude-payloads.ts'
import { fixtureMemories } from '../../test/support/homes/release-fixture.ts'
import { makeClone } from '../../test/support/homes/world.ts'
import { type Machine, openMachine } from './machine.ts'

const imports = join(import.meta.dirname, '..', '..', 'test', 'fixtures', 'import')

export async function storeMemories({ run, makeFolder }: Machine): Promise<void> {
  for (const { content, options } of fixtureMemories) await run(['remember', content, ...options])
  await run(['edit', 'release-branch', '--content', 'Releases are cut from the branch stable'])
  await run(['forget', 'old-proxy'])
  await run(['pin', 'colours'])
  const other = makeClone(makeFolder('gadgets'), 'https://github.com/acme/gadgets.git')
  await run(['remember', 'Gadgets are numbered from 100'], { cwd: other })
  // Said twice in one project after the merge, so that consolidating has something to do.
  await run(['remember', 'Invoices are sent on the first of the month'])
  await run(['remember', 'invoices are sent on the first of the month.'], { cwd: other })
  await run(['projects', 'merge', 'gadgets', 'widgets'])
}

/** A memory names a file of a real repository; the daemon finds that the file is gone. */
export async function removeNamedFile({ run, makeFolder, world }: Machine): Promise<void> {
  const cwd = makeFolder('tools')
  const person = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com']
  const git = (...args: string[]) =>
    execFileSync('git', [...person, ...args], { cwd, env: { ...world.env }, stdio: 'pipe' })
  git('init', '--quiet')
  writeFileSync(join(cwd, 'tokens.ts'), 'export const tokens = []\n')
  git('add', '.')
  git('commit', '--quiet', '--message=tokens')
  const about = ['--file', 'tokens.ts', '--kind', 'fact']
  await run(['remember', 'The token table is in tokens.ts', ...about], { cwd })
  rmSync(join(cwd, 'tokens.ts'))
}

/** After something was learned. */
export async function useWhatWasLearned({ run, makeFolder }: Machine): Promise<void> {
  await run(['extract'])
  await run(['consolidate', '--all'])
  await run(['wiki', 'build', '--all'])
  await run(['promote', '--yes'])
  await run(['sync', '--folder', makeFolder('shared')])
}

interface ReviewItem {
  readonly key: string
  readonly kind: string
}

/** Older programs have no candidates. */
export async function decideInReview({ run }: Machine): Promise<void> {
  const { items }: { items: ReviewItem[] } = JSON.parse(await run(['review', '--list', '--json']))
  const item = items.find(({ kind }) => kind === 'candidate') ?? items[0]
  if (item) await run(['review', 'decide', item.key, 'drop'])
}

export async function importMemories({ run }: Machine): Promise<void> {
  const path = join(imports, 'memory-tools', 'server-memory', 'memory.jsonl')
  await run(['import', '--from', 'server-memory', '--path', path, '--yes'])
}

/** One session is deleted. Of another, see `interruptDeletion`. */
export async function deleteHistory({ run, send, settle, world }: Machine): Promise<void> {
  for (const id of ['fixture-deleted', 'fixture-doomed']) {
    const { start, prompt, stop, end } = sessionPayloads(id, world.project)
    await send('SessionStart', start())
    await send('UserPromptSubmit', prompt(1, 'Say nothing of this.'))
    await send('Stop', stop(1, 'I will not.'))
    await send('SessionEnd', end())
  }
  await settle()
  const [row] = world.rows("SELECT id FROM sessions WHERE host_session_id = 'fixture-deleted'")
  await run(['delete', '--session', String(row?.id), '--keep-memories', '--yes'])
}

/** A second machine of the user, met through a folder. */
export async function meetOtherMachine({ run, makeFolder, program }: Machine): Promise<void> {
  const other = openMachine(program)
  try {
    const folder = makeFolder('both')
    await other.run(['remember', 'The laptop builds with Node 22', '--key', 'laptop-node'])
    await other.run(['sync', '--folder', folder])
    await run(['sync', '--folder', folder, '--accept', 'all'])
    await run(['sync', '--folder', folder])
  } finally {
    await other.world.close()
  }
}
