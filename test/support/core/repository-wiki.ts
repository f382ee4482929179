/** A clone of a repository with its wiki, and the memories of the person who works in it. */

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runMemoryChecks } from '../../../src/adapters/filesystem/run-checks.ts'
import { readBranchStates } from '../../../src/adapters/git/branches.ts'
import {
  openRepositoryWiki,
  openRepositoryWikiStates,
} from '../../../src/adapters/wiki-folder/repository-wiki-folder.ts'
import { configSchema } from '../../../src/contract/config.ts'
import { correctMemory } from '../../../src/core/memory/change-memory.ts'
import { forgetMemory } from '../../../src/core/memory/forget-memory.ts'
import { hashContent } from '../../../src/core/memory/new-memory.ts'
import type { Memory } from '../../../src/core/model/memory.ts'
import { decideCandidate } from '../../../src/core/review/decide.ts'
import { syncRepositoryWiki } from '../../../src/core/wiki/repository/sync-repository-wiki.ts'
import type { WikiSyncOptions } from '../../../src/core/wiki/sync/sync-wiki.ts'
import { makeTemporaryFolder } from '../homes/temporary-folder.ts'
import { sha256 } from './capture.ts'
import { openMemories } from './memories.ts'

export type WikiClone = Awaited<ReturnType<typeof openWikiClone>>

const everything = { limit: 100_000, offset: 0 }

/** @param projectId every home has its own for the same repository */
export async function openWikiClone(root: string, projectId: string) {
  const memories = await openMemories()
  const { ports, clock, store } = memories
  const address = { scope: 'project', scopeId: projectId } as const
  const states = openRepositoryWikiStates(makeTemporaryFolder())
  const fileOf = (path: string) => join(root, '.throughline', 'wiki', path)
  const list = async (standing: Memory['standing']) =>
    (await store.list({ addresses: [address], standing }, everything)).memories

  return {
    ...memories,
    ...{ root, address, states },
    async build(options: WikiSyncOptions = {}) {
      clock.advance(1_000)
      return syncRepositoryWiki(
        {
          ...{ wiki: projectId, name: 'shop', address, states, clock, sha256 },
          folder: openRepositoryWiki(root),
          store: memories,
          redactor: ports.redactor,
          hashText: (text) => hashContent(text, sha256),
          writing: ports,
        },
        options,
      )
    },
    learn: (content: string, given: Parameters<typeof memories.write>[0] | object = {}) =>
      memories.write({ ...address, kind: 'fact', ...given, content }),
    memories: () => list('memory'),
    candidates: () => list('candidate'),
    keep: (memory: Memory) => decide(memory, 'keep'),
    drop: (memory: Memory) => decide(memory, 'drop'),
    reword: (memory: Memory, content: string) =>
      memories.transaction((tx) =>
        correctMemory(tx.memories, memory, { content, trust: 'user' }, ports, now()),
      ),
    forget: (memory: Memory) =>
      memories.transaction((tx) => forgetMemory(tx.memories, memory.id, now(), { now: false })),
    read: (path: string) =>
      existsSync(fileOf(path)) ? readFileSync(fileOf(path), 'utf8') : undefined,
    save(path: string, text: string) {
      mkdirSync(dirname(fileOf(path)), { recursive: true })
      writeFileSync(fileOf(path), text)
    },
    fileOf,
    /** Every file of the wiki with its text. */
    files(): Record<string, string> {
      if (!existsSync(fileOf('.'))) return {}
      const names = readdirSync(fileOf('.'), { recursive: true, withFileTypes: true })
      const paths = names
        .filter((each) => each.isFile())
        .map((each) => join(each.parentPath, each.name))
      return Object.fromEntries(
        paths
          .sort()
          .map((path) => [path.slice(fileOf('.').length + 1), readFileSync(path, 'utf8')]),
      )
    },
  }

  function now() {
    clock.advance(1_000)
    return clock.now().toISOString()
  }

  async function decide(memory: Memory, decision: 'keep' | 'drop') {
    clock.advance(1_000)
    const item = { key: `${memory.id} ${memory.version}`, memories: [memory] }
    await decideCandidate(
      item,
      { key: item.key, decision, content: undefined },
      {
        ...memories,
        ...ports,
        readBranchStates,
        runMemoryChecks,
        config: () => configSchema.parse({}),
      },
    )
  }
}
