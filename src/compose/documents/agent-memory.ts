/** Claude Code's own memory of a project, as a document for promoted memories. */

import { stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import {
  claudeMemoryFolder,
  claudeMemoryLimits,
  claudeNameOf,
  findClaudeMemoryObstacle,
} from '../../adapters/claude-memory.ts'
import { openInstructionFiles } from '../../adapters/filesystem/instruction-files.ts'
import { createRepositoryReader } from '../../adapters/git/repository.ts'
import { claudeCodeMemory } from '../../adapters/memory-sources/claude-code.ts'
import { readSmallFile } from '../../adapters/read-small-file.ts'
import { ThroughlineError } from '../../contract/errors.ts'
import { claudeMemoryName } from '../../contract/vocabulary.ts'
import { isSkipped } from '../../core/ports/history-source.ts'
import type { AgentMemory } from '../../core/ports/host-files.ts'
import type { Environment } from '../../home/config.ts'

export interface UserPlace {
  readonly userHome: string
  readonly env: Environment
}

/**
 * @param root the project's folder
 * @param others folders of other projects, which may share the same memory
 */
export const openAgentMemory = (
  root: string,
  others: readonly string[],
  user: UserPlace,
): AgentMemory => ({
  name: claudeMemoryName,
  ...claudeMemoryLimits,
  async locate() {
    const found = await findMemory(root, user)
    if (found.folder === undefined) {
      throw new ThroughlineError('invalid-input', found.reason, { hint: found.hint })
    }
    const { folder } = found
    return openInstructionFiles({ workingFolder: folder, allowed: [folder] }).locate(indexFile)
  },
  async requireRead() {
    const obstacle = await findClaudeMemoryObstacle(root, user)
    if (obstacle !== undefined) {
      throw new ThroughlineError('invalid-input', `Claude Code reads no memory here: ${obstacle}`, {
        hint: 'remove the setting, or promote into the project’s own documents',
      })
    }
    const name = claudeNameOf((await repositoryFolderOf(root)) ?? root)
    const twin = others.find((folder) => claudeNameOf(folder) === name)
    if (twin === undefined) return
    const message = `Claude Code keeps one memory for this project and also for ${twin}`
    throw new ThroughlineError('invalid-input', message, { hint: 'rename one of the folders' })
  },
  async statements() {
    const { folder } = await findMemory(root, user)
    return folder === undefined ? [] : readStatements(folder)
  },
})

const indexFile = 'MEMORY.md'

type FoundMemory =
  | { readonly folder: string }
  | { readonly folder?: undefined; readonly reason: string; readonly hint: string }

/** Claude Code creates the folder when it first runs in a repository with memory enabled. */
async function findMemory(root: string, user: UserPlace): Promise<FoundMemory> {
  const repository = await repositoryFolderOf(root)
  if (repository === undefined) {
    const reason = 'Claude Code’s memory takes memories only of a project in a git repository'
    return { reason, hint: 'git init' }
  }
  const folder = claudeMemoryFolder(repository, user)
  if ((await stat(folder).catch(() => undefined))?.isDirectory()) return { folder }
  const reason = `Claude Code has no memory of this project yet: there is no ${folder}`
  return { reason, hint: 'start Claude Code here once, then run this again' }
}

/** The folder by which Claude Code knows a repository and all its worktrees. */
export async function repositoryFolderOf(root: string): Promise<string | undefined> {
  const found = await createRepositoryReader().read(root)
  if (!found || found.mainRoot === found.root) return found?.root
  const { commonDir } = found
  return basename(commonDir) === '.git' ? dirname(commonDir) : commonDir
}

async function readStatements(folder: string): Promise<string[]> {
  const [item] = await claudeCodeMemory.discover({
    userHome: '',
    env: {},
    folders: [],
    path: folder,
  })
  if (!item) return []
  const said: string[] = []
  for await (const part of claudeCodeMemory.read(item))
    if (!isSkipped(part)) said.push(part.content)
  return said
}

const mostBytes = 1024 * 1024

/** The part that a session in this project reads when it starts. */
export async function readAgentMemory(root: string, user: UserPlace): Promise<string | undefined> {
  if ((await findClaudeMemoryObstacle(root, user)) !== undefined) return undefined
  const { folder } = await findMemory(root, user)
  const content = folder && (await readSmallFile(join(folder, indexFile), { mostBytes }))
  return content ? startOf(content.toString('utf8')) : undefined
}

/** Drops a truncated last line. */
function startOf(text: string): string {
  const { mostLines, mostCharacters } = claudeMemoryLimits
  const whole = text.trim()
  const start = whole.slice(0, mostCharacters).split('\n').slice(0, mostLines)
  const isCut = whole.length > mostCharacters && start.length < mostLines
  return (isCut ? start.slice(0, -1) : start).join('\n')
}
