import { access, constants, lstat, readdir, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { ThroughlineError } from '../../contract/errors.ts'
import { ancestorsOf, isSameFolder, isWithin } from '../../core/model/folder-path.ts'
import type {
  AgentMemory,
  InstructionFiles,
  ProjectDocuments,
} from '../../core/ports/host-files.ts'
import { writeFileAtomically } from '../../home/write-files.ts'
import { undefinedIfMissing } from '../read-small-file.ts'
import { realPath } from './real-path.ts'
import { explained, settingsFiles } from './settings-files.ts'

export interface InstructionFolders {
  /** Relative paths start here. */
  readonly workingFolder: string
  /** Files must be inside one of these folders. */
  readonly allowed: readonly string[]
}

/** Far more than any agent reads. */
const maxBytes = 1024 * 1024

/** Unlike our own files, these are shared with everyone on the project. */
const modeOfNewFile = 0o644

export function openInstructionFiles({
  workingFolder,
  allowed,
}: InstructionFolders): InstructionFiles {
  return {
    locate: (file) =>
      explained(file, async () => {
        const path = await realTarget(resolve(workingFolder, file))
        await requireAllowed(path, allowed)
        await requireReadable(path)
        return path
      }),

    read: settingsFiles.read,

    write: (path, text) =>
      explained(path, async () => {
        await settingsFiles.makeFolders(path)
        // A rename needs only folder permissions, so check that the file itself is writable.
        await access(path, constants.W_OK).catch(undefinedIfMissing)
        const isNew = (await stat(path).catch(undefinedIfMissing)) === undefined
        writeFileAtomically(path, text, isNew ? { mode: modeOfNewFile } : {})
      }),

    async remove(path) {
      await settingsFiles.remove(path)
      await settingsFiles.removeEmptyFolders(await foldersOf(path, allowed))
    },
  }
}

/** Resolves every link in the path, even if the file does not exist yet. */
async function realTarget(path: string): Promise<string> {
  const real = await realpath(path).catch(undefinedIfMissing)
  if (real !== undefined) return real
  if (await lstat(path).catch(undefinedIfMissing)) {
    throw refusal(`${path} is a symbolic link to nothing`, 'fix or remove the link')
  }
  return join(await realTarget(dirname(path)), basename(path))
}

async function requireAllowed(path: string, allowed: readonly string[]): Promise<void> {
  const folders = await realFolders(allowed)
  if (folders.some((folder) => isWithin(path, folder))) return
  throw refusal(`${path} is not within ${allowed.join(' or ')}`, 'name a file in one of them')
}

async function requireReadable(path: string): Promise<void> {
  const found = await stat(path).catch(undefinedIfMissing)
  if (!found) return
  if (!found.isFile()) {
    const kind = found.isDirectory() ? 'a folder' : 'not a regular file'
    throw refusal(`${path} is ${kind}`, 'name a file, such as CLAUDE.md')
  }
  if (found.size <= maxBytes) return
  throw refusal(`${path} is larger than 1 MB`, 'agents read small files; name another one')
}

/** Innermost first, without the allowed folder. */
async function foldersOf(path: string, allowed: readonly string[]): Promise<string[]> {
  const kept = await realFolders(allowed)
  const folders: string[] = []
  for (const folder of ancestorsOf(dirname(path))) {
    if (kept.some((one) => isSameFolder(one, folder))) break
    folders.push(folder)
  }
  return folders
}

async function realFolders(folders: readonly string[]): Promise<string[]> {
  const found = await Promise.all(folders.map((folder) => realPath(folder)))
  return found.map(({ path }) => path)
}

function refusal(message: string, hint: string): ThroughlineError {
  return new ThroughlineError('invalid-input', message, { hint })
}

export function openProjectDocuments(
  root: string,
  agentMemories: readonly AgentMemory[],
): ProjectDocuments {
  const files = openInstructionFiles({ workingFolder: root, allowed: [root] })
  const ofAgents = new Set<string>()
  return {
    ...files,
    agentMemories,
    async locate(file) {
      const memory = agentMemories.find(({ name }) => name === file)
      if (!memory) return files.locate(file)
      const path = await memory.locate()
      ofAgents.add(path)
      return path
    },
    // The agent's own folder stays, even if it is empty.
    remove: (path) => (ofAgents.has(path) ? settingsFiles : files).remove(path),
    list: (folder) =>
      readdir(join(root, folder)).then(
        (names) => names.sort(),
        () => [],
      ),
  }
}
