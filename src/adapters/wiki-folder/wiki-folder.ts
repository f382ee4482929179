/** A wiki's pages as files on disk. One process at a time writes to a wiki. */
import { lstatSync, readdirSync, rmdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { mostPageBytes } from '../../contract/vocabulary.ts'
import type { PageContent, WikiFolder } from '../../core/ports/wiki.ts'
import { undefinedIfMissing } from '../missing-file.ts'
import { readRegularFile } from '../read-small-file.ts'
import { type Disk, fingerprintOf, realDisk } from './disk.ts'
import { insideFolder } from './inside-folder.ts'
import { listPages } from './list-pages.ts'

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
      // As late as possible: an editor may have saved it meanwhile.
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
  // First: if the file is replaced meanwhile, its fingerprint differs the next time.
  const found = lstatSync(file, { throwIfNoEntry: false })
  if (!found) return { kind: 'missing' }
  const content = await readRegularFile(file, { mostBytes: mostPageBytes }).catch(
    undefinedIfMissing,
  )
  if (content === undefined) return { kind: 'missing' }
  if (typeof content === 'string') return { kind: 'unreadable', why: content }
  return { kind: 'text', text: content.toString('utf8'), fingerprint: fingerprintOf(found) }
}
