/** A wiki of global memories in a folder of its own. Pages are named after the first word of a statement. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Disk, realDisk } from '../../../src/adapters/wiki-folder/disk.ts'
import {
  openWikiFolder,
  openWikiIntroductions,
} from '../../../src/adapters/wiki-folder/wiki-folder.ts'
import {
  openWikiStates,
  realStateFiles,
  type StateFiles,
} from '../../../src/adapters/wiki-folder/wiki-states.ts'
import { hashContent } from '../../../src/core/memory/new-memory.ts'
import { type Memory, type ScopeAddress, shortId } from '../../../src/core/model/memory.ts'
import type { Page } from '../../../src/core/wiki/model.ts'
import { createUserEdits } from '../../../src/core/wiki/sync/edit-writer.ts'
import { syncWiki, type WikiSyncOptions } from '../../../src/core/wiki/sync/sync-wiki.ts'
import { makeTemporaryFolder } from '../homes/temporary-folder.ts'
import { sha256 } from './capture.ts'
import { type Memories, openMemories } from './memories.ts'

export type WikiWorld = Awaited<ReturnType<typeof openWikiWorld>>

export interface WikiDisk {
  readonly disk: Disk
  readonly stateFiles: StateFiles
  /** Called before each edit becomes a memory. */
  readonly beforeEdit?: () => void
}

const reliable: WikiDisk = { disk: realDisk, stateFiles: realStateFiles }

/** @param shared a store to use, and the project of this wiki in it */
export async function openWikiWorld(shared?: { memories: Memories; project: string }) {
  const memories = shared?.memories ?? (await openMemories())
  const address: ScopeAddress = shared
    ? { scope: 'project', scopeId: shared.project }
    : { scope: 'global', scopeId: '' }
  const root = join(makeTemporaryFolder(), 'wiki')
  const stateFolder = join(makeTemporaryFolder(), '.state')
  const { store, ports, clock } = memories
  const introductions = openWikiIntroductions(stateFolder)
  const fileOf = (path: string) => join(root, path)

  async function sync(
    options: WikiSyncOptions = {},
    { disk, stateFiles, beforeEdit }: WikiDisk = reliable,
  ) {
    clock.advance(1_000)
    const edits = createUserEdits(address, ports)
    return syncWiki(
      {
        ...{ wiki: 'global', folderName: 'global', address, clock },
        store: memories,
        folder: openWikiFolder(root, disk),
        states: openWikiStates(stateFolder, stateFiles),
        edits: {
          ...edits,
          async apply(...given) {
            beforeEdit?.()
            return edits.apply(...given)
          },
        },
        compile: async (all) => compileByFirstWord(all),
        introductions: { store: introductions, isShown: true },
        hash: (text) => sha256(text).slice(0, 32),
        hashText: (text) => hashContent(text, sha256),
      },
      options,
    )
  }

  const write = (given: Parameters<Memories['write']>[0]) =>
    memories.write({ ...address, ...given })

  return {
    ...memories,
    ...{ root, stateFolder, introductions, sync, write },
    /** @returns their anchors */
    async writeAll(...contents: string[]): Promise<string[]> {
      const anchors: string[] = []
      for (const content of contents) anchors.push(shortId((await write({ content })).memory.id))
      return anchors
    },
    /** Builds, and says what the edits on pages did. */
    async build(options?: WikiSyncOptions): Promise<string[]> {
      return (await sync(options)).changes.map(({ what }) => what)
    },
    read: (path: string) =>
      existsSync(fileOf(path)) ? readFileSync(fileOf(path), 'utf8') : undefined,
    save(path: string, text: string) {
      mkdirSync(dirname(fileOf(path)), { recursive: true })
      writeFileSync(fileOf(path), text)
    },
    remove: (path: string) => rmSync(fileOf(path)),
    /** As an editor's search and replace. @throws if the page does not have it */
    edit(path: string, from: string, to: string) {
      const text = readFileSync(fileOf(path), 'utf8')
      if (!text.includes(from)) throw new Error(`${path} has no "${from}"`)
      writeFileSync(
        fileOf(path),
        text.replace(from, () => to),
      )
    },
    async all(): Promise<Memory[]> {
      const filter = { addresses: [address] }
      const found = await store.list(filter, { limit: 10_000, offset: 0 })
      return found.memories.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    },
    /** What the memories say. */
    async contents(): Promise<string[]> {
      return (await this.all()).map(({ content }) => content)
    },
  }
}

function pageOfStatement(content: string): string {
  return `concepts/${(/[a-z]+/i.exec(content)?.[0] ?? 'other').toLowerCase()}.md`
}

export function compileByFirstWord(memories: readonly Memory[]): Page[] {
  const groups = Map.groupBy(memories, ({ content }) => pageOfStatement(content))
  const pages = [...groups].map(([path, found]): Page => {
    const title = path.slice('concepts/'.length, -'.md'.length)
    const items = found
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map((memory) => ({
        ...{ type: 'statement' as const, anchor: shortId(memory.id), kind: memory.kind },
        ...{ since: memory.validFrom.slice(0, 10), text: memory.content, disputes: [] },
      }))
    return {
      ...{ path, type: 'concept', title, summary: '', tags: [], aliases: [], updated: undefined },
      sources: found.length,
      sections: [{ heading: 'Facts', items }],
    }
  })
  const index: Page = {
    ...{ path: 'index.md', type: 'index', title: 'Index', summary: '', tags: [], aliases: [] },
    ...{ updated: undefined, sources: memories.length },
    sections: [
      {
        heading: 'Concepts',
        items: pages
          .map(({ path, title, sources }) => ({
            type: 'generated' as const,
            text: `[[${path.slice(0, -3)}|${title}]] (${sources})`,
          }))
          .toSorted((a, b) => (a.text < b.text ? -1 : 1)),
      },
    ],
  }
  return [index, ...pages].toSorted((a, b) => (a.path < b.path ? -1 : 1))
}
