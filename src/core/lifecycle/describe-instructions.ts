/** All instructions of a session in one text: files of the host, and memories it was given. */
import { type LifecycleData, lifecycleEvents } from '../../contract/lifecycle.ts'
import { memoryScopes } from '../../contract/vocabulary.ts'
import type { EventSummary } from '../ports/history.ts'
import type { InstructionPlaces } from '../ports/host.ts'
import type { ReadInstructions } from '../ports/host-files.ts'
import type { Store } from '../ports/store.ts'

type Loaded = LifecycleData['instructions-loaded']
type File = Loaded['files'][number]
type Part = Pick<Loaded['parts'][number], 'level' | 'path' | 'memoryId'> & { readonly text: string }

const fileSchema = lifecycleEvents['instructions-loaded'].shape.data.shape.files.element

/** @returns undefined if the session has none */
export async function describeInstructions(
  event: EventSummary,
  ports: DescribePorts,
): Promise<Loaded | undefined> {
  const isReported = event.kind === 'instructions-loaded'
  const files = await (isReported ? reportedFiles : foundFiles)(event, ports)
  if (files.length === 0) return undefined
  const parts = [...(await fileParts(files, ports)), ...(await memoryParts(event, ports))]
  return {
    ...(isReported && { loaded: fileSchema.parse(event.fields.file).path }),
    files,
    ...merge(parts),
  }
}

async function reportedFiles(event: EventSummary, { history }: DescribePorts): Promise<File[]> {
  const files = new Map<string, File>()
  for (const { fields } of await history.eventsThrough(event, 'instructions-loaded')) {
    const file = fileSchema.parse(fields.file)
    files.set(file.path, file)
  }
  return [...files.values()]
}

async function foundFiles(event: EventSummary, ports: DescribePorts): Promise<File[]> {
  const { host, cwd, project } = event
  const places = ports.instructionPlaces(host)
  const root = project && (await ports.projects.find(project.id))?.root
  if (!places) return []
  const files: File[] = []
  for (const { kind, paths } of possibleFiles(places, { userHome: ports.userHome, root, cwd })) {
    const found = await firstOf(paths, ports)
    if (found) files.push({ ...found, kind, reason: 'session_start' })
  }
  return files
}

async function firstOf(paths: readonly string[], { readInstructions }: DescribePorts) {
  for (const path of paths) {
    const found = await readInstructions(path)
    if (found) return { path, hash: found.hash, bytes: found.bytes }
  }
  return undefined
}

/** Claude Code's words, which other hosts use too; other levels come last. */
const levels = ['Managed', 'User', 'Project', 'Local']

const rankOf = ({ kind }: File) => {
  const rank = levels.indexOf(kind)
  return rank < 0 ? levels.length : rank
}

/** Skips files that are gone, too long, or links to other places. */
async function fileParts(files: readonly File[], ports: DescribePorts): Promise<Part[]> {
  const parts: Part[] = []
  for (const { path, kind } of files.toSorted((a, b) => rankOf(a) - rankOf(b))) {
    const text = ports.clean((await ports.readInstructions(path))?.text ?? '').trim()
    if (text !== '') parts.push({ level: kind, path, text })
  }
  return parts
}

/** The memories the session got at its start, widest scope first. */
async function memoryParts(event: EventSummary, ports: DescribePorts): Promise<Part[]> {
  const session = await ports.history.session(event.sessionId)
  const given = session ? await ports.injections.ofSession(session) : []
  const atStart = given.filter((injection) => injection.event === 'session-start')
  const ids = new Set(atStart.flatMap(({ lines }) => lines.map(({ id }) => id)))
  const memories = await Promise.all([...ids].map((id) => ports.memories.find(id)))
  return memories
    .filter((memory) => memory !== undefined)
    .toSorted((a, b) => memoryScopes.indexOf(a.scope) - memoryScopes.indexOf(b.scope))
    .map(({ id, scope, content }) => ({ level: scope, memoryId: id, text: content }))
}

const separator = '\n\n'

function merge(given: readonly Part[]): Pick<Loaded, 'text' | 'parts'> {
  let start = 0
  const parts = given.map(({ text, ...from }) => {
    const part = { ...from, start, end: start + text.length }
    start = part.end + separator.length
    return part
  })
  return { text: given.map(({ text }) => text).join(separator), parts }
}

export interface DescribePorts
  extends Pick<Store, 'history' | 'projects' | 'injections' | 'memories'> {
  readonly startTokens: () => number
  readonly userHome: string
  /** Undefined for hosts that report what they load, or whose locations are unknown. */
  readonly instructionPlaces: (host: string) => InstructionPlaces | undefined
  readonly readInstructions: ReadInstructions
  /** Without secrets and private spans. */
  readonly clean: (text: string) => string
}

/** A text that the host sent with the event, or `unknown`. */
export function textField({ fields }: EventSummary, name: string): string {
  const value = fields[name]
  return typeof value === 'string' ? value : 'unknown'
}

interface PossibleFile {
  readonly kind: 'User' | 'Project'
  /** The host reads the first one that exists. */
  readonly paths: readonly string[]
}

/**
 * The instruction files of a host that does not report them, broadest first.
 * @param session `root` is the project's folder
 */
function possibleFiles(
  { inHome = [], inProject = [], inFolders = [] }: InstructionPlaces,
  { userHome, root, cwd }: { userHome: string; root: string | undefined; cwd: string | undefined },
): PossibleFile[] {
  const within = (
    folder: string,
    kind: PossibleFile['kind'],
    lists: readonly (readonly string[])[],
  ) => lists.map((names) => ({ kind, paths: names.map((name) => `${folder}/${name}`) }))
  const top = root ?? cwd
  return [
    ...within(userHome, 'User', inHome),
    ...(top === undefined ? [] : within(top, 'Project', inProject)),
    ...foldersDown(top, cwd).flatMap((folder) => within(folder, 'Project', inFolders)),
  ]
}

/** From the project's folder down to the session's; only the latter if it is elsewhere. */
function foldersDown(top: string | undefined, cwd = top): string[] {
  if (top === undefined || cwd === undefined) return []
  if (cwd !== top && !cwd.startsWith(`${top}/`)) return [cwd]
  const names = cwd.slice(top.length).split('/').filter(Boolean)
  return [top, ...names.map((_, index) => `${top}/${names.slice(0, index + 1).join('/')}`)]
}
