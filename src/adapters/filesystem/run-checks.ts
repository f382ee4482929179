/**
 * Runs checks in a project's folder. Runs no code and reads only regular files inside the folder,
 * up to a size limit. Someone who can write there can make a check fail, nothing more.
 */
import { lstatSync, realpathSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { CheckOutcome, MemoryCheck } from '../../core/model/check.ts'
import { isWithin } from '../../core/model/folder-path.ts'
import type { RunChecks } from '../../core/ports/repository.ts'
import { readSmallFile } from '../read-small-file.ts'

const mostBytes = 512 * 1024
/** In total, because a session start waits for the checks. */
const mostBytesRead = 4 * 1024 * 1024

/** Needs the folder: without it, no check can be decided. */
export const runMemoryChecks: RunChecks = async (folder, checks) => {
  const root = await realpath(folder).catch(() => undefined)
  if (root === undefined) return checks.map(() => 'unknown')
  const view = openView(root)
  const outcomes: CheckOutcome[] = []
  for (const check of checks) outcomes.push(await run(check, view))
  return outcomes
}

type Found = 'present' | 'gone' | 'unknown'

interface View {
  kindOf(path: string): Found
  /** Undefined if the file is missing, too large or not a regular file. */
  read(path: string): Promise<string | undefined>
  /** The folder's `package.json`. */
  manifest(): Promise<Manifest | undefined>
}

/** Reads each file and looks at each folder only once, because a session start waits. */
function openView(root: string): View {
  const folders = new Map<string, Found>([['.', 'present']])
  const texts = new Map<string, Promise<string | undefined>>()
  let bytesRead = 0
  let manifest: Promise<Manifest | undefined> | undefined
  return {
    kindOf,
    read,
    manifest() {
      manifest ??= read('package.json').then(parse)
      return manifest
    },
  }

  function read(path: string) {
    const known = texts.get(path) ?? readWithin(path)
    texts.set(path, known)
    return known
  }

  function kindOf(path: string): Found {
    const parts = path.split('/')
    if (path.includes('\0') || parts.some((part) => ['', '.', '..'].includes(part))) {
      return 'unknown'
    }
    const folder = folderAt(dirname(path))
    return folder === 'present' ? lookAt(path, () => 'present') : folder
  }

  /** Any folder on the way may be a link to another place. */
  function folderAt(path: string): Found {
    const known = folders.get(path)
    if (known !== undefined) return known
    const parent = folderAt(dirname(path))
    const found = parent === 'present' ? lookAt(path, () => whereItLeads(path)) : parent
    folders.set(path, found)
    return found
  }

  function whereItLeads(path: string): Found {
    return isWithin(realpathSync(join(root, path)), root) ? 'present' : 'unknown'
  }

  function lookAt(path: string, ifLink: () => Found): Found {
    try {
      const found = lstatSync(join(root, path), { throwIfNoEntry: false })
      return found?.isSymbolicLink() ? ifLink() : found ? 'present' : 'gone'
    } catch {
      return 'unknown'
    }
  }

  async function readWithin(path: string): Promise<string | undefined> {
    if (bytesRead > mostBytesRead || kindOf(path) !== 'present') return undefined
    const content = await readSmallFile(join(root, path), { mostBytes })
    bytesRead += content?.length ?? 0
    return content?.toString('utf8')
  }
}

async function run(check: MemoryCheck, view: View): Promise<CheckOutcome> {
  switch (check.kind) {
    case 'file':
    case 'unchanged': {
      const found = view.kindOf(check.path)
      return found === 'present' ? 'holds' : found === 'gone' ? 'fails' : 'unknown'
    }
    case 'text':
      return inText(await view.read(check.path), (text) => text.includes(check.text))
    case 'ignored':
      return inText(await view.read('.gitignore'), (text) => isListed(check.path, text))
    case 'script':
      return inPackage(view, ({ scripts }) => isString(entryOf(scripts, check.name)))
    case 'version':
      return inPackage(view, (manifest) => majorOf(manifest, check.name) >= check.least)
  }
}

/** A missing file fails its own check, if the memory names it. */
function inText(text: string | undefined, holds: (text: string) => boolean): CheckOutcome {
  if (text === undefined) return 'unknown'
  return holds(text) ? 'holds' : 'fails'
}

const plain = (path: string) => path.replace(/^\/|\/(?:\*{1,2})?$/g, '')

function isListed(path: string, text: string): boolean {
  return text.split('\n').some((line) => plain(line.trim()) === plain(path))
}

type Manifest = Readonly<Record<string, unknown>>

async function inPackage(view: View, holds: (manifest: Manifest) => boolean) {
  const manifest = await view.manifest()
  return manifest ? (holds(manifest) ? 'holds' : 'fails') : 'unknown'
}

function parse(text: string | undefined): Manifest | undefined {
  if (text === undefined) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    // Someone is editing or merging it.
    return undefined
  }
}

const isObject = (value: unknown): value is Manifest =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isString = (value: unknown): value is string => typeof value === 'string'

const entryOf = (of: unknown, name: string): unknown =>
  isObject(of) && Object.hasOwn(of, name) ? of[name] : undefined

const places = ['engines', 'dependencies', 'devDependencies', 'peerDependencies']

/** -1 if the manifest requires no version. */
function majorOf(manifest: Manifest, name: string): number {
  const range = places.map((place) => entryOf(manifest[place], name)).find(isString) ?? ''
  return Number(/\d+/.exec(range.slice(0, 100))?.[0] ?? -1)
}
