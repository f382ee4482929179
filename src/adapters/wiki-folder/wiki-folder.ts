/** The pages of a wiki as files on disk. Only one process at a time writes to a wiki. */
import { existsSync, lstatSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { ThroughlineError } from '../../contract/errors.ts'
import { mostPageBytes } from '../../contract/vocabulary.ts'
import type { PageContent, WikiFolder, WikiIntroductions } from '../../core/ports/wiki.ts'
import type { MoveFolder } from '../../core/wiki/wiki-ports.ts'
import { makeFolder, writeFileAtomically } from '../../home/write-files.ts'
import { readRegularFile, undefinedIfMissing } from '../read-small-file.ts'
import { type Disk, fingerprintOf, insideFolder, realDisk } from './disk.ts'
import { listPages } from './pages.ts'
import { readStateFile } from './wiki-states.ts'

let writes = 0

export function openWikiFolder(root: string, disk: Disk = realDisk): WikiFolder {
  const changedFolders = new Set<string>()

  async function isKnown(file: string, known: string | undefined): Promise<boolean> {
    const present = await readPage(file)
    return present.kind === 'text'
      ? present.text === known
      : present.kind === 'missing' && known === undefined
  }

  return {
    location: root,
    async list() {
      const { pages, leftovers } = await listPages(root)
      for (const file of leftovers) await disk.remove(file)
      return pages
    },
    read: async (path) => readPage(await insideFolder(root, path)),
    async write(path, text, known) {
      const file = await insideFolder(root, path)
      await disk.makeFolder(dirname(file))
      const name = `.${basename(file)}.${process.pid}.${++writes}.tmp`
      const temporary = join(dirname(file), name)
      const fingerprint = await disk.create(temporary, [text])
      // Check as late as possible: an editor may have saved the file meanwhile.
      if (!(await isKnown(file, known))) {
        await disk.remove(temporary)
        return undefined
      }
      await disk.rename(temporary, file)
      changedFolders.add(dirname(file))
      return fingerprint
    },
    async remove(path, known) {
      const file = await insideFolder(root, path)
      const present = await readPage(file)
      if (present.kind === 'missing') return true
      if (present.kind !== 'text' || present.text !== known) return false
      await disk.remove(file)
      changedFolders.add(dirname(file))
      return true
    },
    async append(path, lines) {
      const file = await insideFolder(root, path)
      await disk.makeFolder(dirname(file))
      const found = lstatSync(file, { throwIfNoEntry: false })
      if (found && !found.isFile()) return
      await disk.append(file, lines)
    },
    removeEmptyFolders: async () => removeEmptyFolders(root),
    async settle() {
      for (const folder of changedFolders) await disk.syncFolder(folder)
      changedFolders.clear()
    },
  }
}

function removeEmptyFolders(folder: string): void {
  const entries = readdirSync(folder, { withFileTypes: true })
  for (const entry of entries) if (entry.isDirectory()) removeEmptyFolders(join(folder, entry.name))
  if (readdirSync(folder).length === 0) rmdirSync(folder)
}

async function readPage(file: string): Promise<PageContent> {
  // Do this first: if the file is replaced now, its fingerprint differs next time.
  const found = lstatSync(file, { throwIfNoEntry: false })
  if (!found) return { kind: 'missing' }
  const content = await readRegularFile(file, { mostBytes: mostPageBytes }).catch(
    undefinedIfMissing,
  )
  if (content === undefined) return { kind: 'missing' }
  if (typeof content === 'string') return { kind: 'unreadable', why: content }
  return { kind: 'text', text: content.toString('utf8'), fingerprint: fingerprintOf(found) }
}

const introductions = z.record(
  z.string(),
  z.object({
    askedAt: z.iso.datetime(),
    statements: z.string(),
    line: z.string(),
    sources: z.record(z.string(), z.string()),
    refusals: z.int(),
  }),
)

const movedAside = /\.introductions\.json\.corrupt-/

/** Stored as `<id>.introductions.json`, next to the wiki's state. */
export function openWikiIntroductions(folder: string): WikiIntroductions {
  const fileOf = (wiki: string) =>
    join(folder, `${wiki.replace(/[^\w-]/g, '_')}.introductions.json`)
  return {
    read: async (wiki) => (await readStateFile(fileOf(wiki), introductions)) ?? {},
    async write(wiki, value) {
      if (Object.keys(value).length === 0) {
        rmSync(fileOf(wiki), { force: true })
        return
      }
      makeFolder(folder)
      writeFileAtomically(fileOf(wiki), JSON.stringify(value))
    },
    async removeMovedAside() {
      if (!existsSync(folder)) return
      const damaged = readdirSync(folder).filter((name) => movedAside.test(name))
      for (const name of damaged) rmSync(join(folder, name), { force: true })
    },
  }
}

/**
 * Renames a wiki's folder.
 * @param root the folder of all wikis
 */
export function createMoveFolder(root: string): MoveFolder {
  const exists = (name: string) =>
    lstatSync(join(root, name), { throwIfNoEntry: false }) !== undefined
  const rename = (from: string, to: string) => {
    try {
      renameSync(join(root, from), join(root, to))
    } catch (cause) {
      throw new ThroughlineError('conflict', `the wiki in ${join(root, from)} cannot be moved`, {
        hint: 'close programs that have its pages open, then run throughline wiki build',
        cause,
      })
    }
  }

  /** Wiki names contain no dot, so these pages are never read as statements. */
  function moveAside(name: string): void {
    let number = 1
    while (exists(`${name}.former-${number}`)) number += 1
    rename(name, `${name}.former-${number}`)
  }

  return async (from, to, { unlessThere = false } = {}) => {
    if (!exists(from)) return
    if (exists(to)) {
      if (unlessThere) return
      moveAside(to)
    }
    rename(from, to)
  }
}
