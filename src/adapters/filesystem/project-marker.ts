/** Project markers as files. The core decides which project a marker identifies. */
import { link, lstat, mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isJsonObject, parseJson } from '../../core/model/json.ts'
import type {
  MarkerPlace,
  MarkerReading,
  ProjectMarker,
  ProjectMarkerStore,
} from '../../core/ports/projects.ts'
import { projectFileMode, projectFolderMode } from '../project-modes.ts'
import { readRegularFile } from '../read-small-file.ts'

const mostBytes = 16 * 1024

export function createProjectMarkers(): ProjectMarkerStore {
  return { read, create, replace, setAside, inspectOrigin, fingerprint }
}

/** Through a link, this folder would pass for another. */
async function read(place: MarkerPlace): Promise<MarkerReading> {
  try {
    if (!(await lstat(directoryOf(place))).isDirectory()) return { kind: 'absent' }
    const content = await readRegularFile(fileOf(place), { mostBytes })
    if (content === 'not-regular') return { kind: 'absent' }
    const marker = content === 'too-large' ? undefined : parseMarker(content.toString('utf8'))
    return marker ? { kind: 'found', marker } : { kind: 'corrupt' }
  } catch {
    return { kind: 'absent' }
  }
}

async function create(
  place: MarkerPlace,
  marker: ProjectMarker,
): Promise<'created' | 'exists' | 'unwritable'> {
  const temporary = await writeTemporary(place, marker)
  if (temporary === undefined) return 'unwritable'
  try {
    await moveUnlessThere(temporary, fileOf(place))
    return 'created'
  } catch (error) {
    return codeOf(error) === 'EEXIST' ? 'exists' : 'unwritable'
  } finally {
    await rm(temporary, { force: true })
  }
}

async function replace(place: MarkerPlace, marker: ProjectMarker): Promise<boolean> {
  const temporary = await writeTemporary(place, marker)
  if (temporary === undefined) return false
  try {
    await rename(temporary, fileOf(place))
    return true
  } catch {
    await rm(temporary, { force: true })
    return false
  }
}

async function setAside(place: MarkerPlace, at: Date): Promise<string | undefined> {
  const stamp = at.toISOString().replace(/[:.]/g, '-')
  const aside = `${fileOf(place)}.corrupt-${stamp}`
  try {
    await rename(fileOf(place), aside)
    return aside
  } catch {
    return undefined
  }
}

async function inspectOrigin(
  place: MarkerPlace,
  marker: ProjectMarker,
): Promise<'same-folder' | 'original' | 'gone'> {
  const recorded = { ...place, folder: marker.path }
  const there = await read(recorded)
  if (there.kind !== 'found' || there.marker.nonce !== marker.nonce) return 'gone'
  return (await isSameFile(fileOf(place), fileOf(recorded))) ? 'same-folder' : 'original'
}

/** Inode numbers are reused after a deletion, so include the creation time. */
async function fingerprint(folder: string): Promise<string | undefined> {
  try {
    const { ino, birthtimeNs } = await lstat(folder, { bigint: true })
    return ino > 0n && birthtimeNs > 0n ? `${ino} ${birthtimeNs}` : undefined
  } catch {
    return undefined
  }
}

async function isSameFile(one: string, other: string): Promise<boolean> {
  try {
    const [first, second] = await Promise.all(
      [one, other].map((file) => lstat(file, { bigint: true })),
    )
    return first?.ino === second?.ino && first?.dev === second?.dev
  } catch {
    return false
  }
}

/** Hard links never overwrite, so the first of two writers wins. */
async function moveUnlessThere(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw error
    // FAT and some network shares do not support hard links.
    await lstat(to).then(
      () => Promise.reject(error),
      () => rename(from, to),
    )
  }
}

async function writeTemporary(
  place: MarkerPlace,
  marker: ProjectMarker,
): Promise<string | undefined> {
  // Imported here: it takes 8 ms, and markers are usually only read.
  const { randomUUID } = await import('node:crypto')
  const directory = directoryOf(place)
  const temporary = join(directory, `project.${randomUUID()}.tmp`)
  try {
    await prepareDirectory(place)
    const file = await open(temporary, 'wx', projectFileMode)
    try {
      await file.writeFile(`${JSON.stringify(marker, null, 2)}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    return temporary
  } catch {
    await rm(temporary, { force: true }).catch(() => undefined)
    return undefined
  }
}

/** A link in place of our folder, for example from an archive, could point anywhere. */
async function prepareDirectory(place: MarkerPlace): Promise<void> {
  const directory = directoryOf(place)
  await mkdir(directory, { mode: projectFolderMode }).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error
  })
  if (!(await lstat(directory)).isDirectory()) throw new Error(`${directory} is not a directory`)
  if (place.isGitDir) return
  // Keeps the marker out of `git status` if the folder becomes a repository.
  await writeFile(join(directory, '.gitignore'), '*\n', {
    flag: 'wx',
    mode: projectFileMode,
  }).catch(() => undefined)
}

function parseMarker(text: string): ProjectMarker | undefined {
  const value = parseJson(text)
  if (!isJsonObject(value)) return undefined
  const { id, nonce, createdAt, path } = value
  if (typeof id !== 'string' || !/^[0-9A-Za-z-]{8,64}$/.test(id)) return undefined
  if (typeof nonce !== 'string' || nonce === '') return undefined
  if (typeof createdAt !== 'string' || typeof path !== 'string') return undefined
  return { id, nonce, createdAt, path }
}

function directoryOf({ folder, isGitDir }: MarkerPlace): string {
  return join(folder, isGitDir ? 'throughline' : '.throughline')
}

const fileOf = (place: MarkerPlace) => join(directoryOf(place), 'project.json')

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code
