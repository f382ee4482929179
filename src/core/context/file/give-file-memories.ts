/** Answers the first read or edit of a file in a session with the memories about that file. */
import { splitCommands } from '../../activity/command-line.ts'
import { toAction } from '../../activity/to-action.ts'
import { inProject } from '../../activity/touched-files.ts'
import { findUntrue, type UntruePorts } from '../../memory/untrue/find-untrue.ts'
import type { Hash } from '../../model/content-key.ts'
import { type ContextPlan, type HostSession, hostSessionOf } from '../../model/context.ts'
import type { HostEvent } from '../../model/host-event.ts'
import type { Memory, ScopeAddress } from '../../model/memory.ts'
import type { History } from '../../ports/history.ts'
import type { MemoryStore } from '../../ports/memory-store.ts'
import type { SearchIndex } from '../../ports/search-index.ts'
import { quoteName } from '../../text/safe-text.ts'
import { addOrExplain, createBlock, lineFromMemory } from '../block/block.ts'
import { type HostMoment, type MomentPorts, recordMoment } from '../host-moment.ts'
import { findPromoted, type PromotedPorts } from '../promoted.ts'
import { addressesFor, isInjectable } from '../situation.ts'
import { closeness, filesNamedBy } from './file-triggers.ts'

export interface FilePorts
  extends MomentPorts,
    PromotedPorts,
    Pick<UntruePorts, 'readBranchStates' | 'runMemoryChecks' | 'reviews'> {
  readonly memories: Pick<MemoryStore, 'namingFile'>
  readonly search: Pick<SearchIndex, 'find' | 'newest'>
  readonly history: Pick<History, 'sessionId' | 'memoriesFrom' | 'learnedAt'>
}

/** What planning needs; nothing is recorded. */
type FileReader = Omit<FilePorts, 'ids' | 'injections'> & {
  readonly injections: Pick<FilePorts['injections'], 'shownTo'>
}

const mostLines = 2
const mostTokens = 250

/** @returns the block; empty if the session got an answer about the file before, or knows it all */
export async function giveFileMemories(moment: HostMoment, ports: FilePorts): Promise<string> {
  const { event, folder, caller, findPlace, mostCharacters, instructionFiles } = moment
  if (filesTouchedBy(event, undefined).length === 0) return ''
  const place = await findPlace()
  if (place.kind === 'disabled') return ''
  const { projectId, root = folder } = place
  const sessionId = await ports.history.sessionId(event.sessionId)
  const addresses = addressesFor({ caller, subagent: event.agent?.name, sessionId, projectId })
  const question = {
    files: filesTouchedBy(event, root),
    ...{ projectId, root, addresses, instructionFiles, mostCharacters },
    ...{ sessionId, session: hostSessionOf(event), heldBack: moment.heldBack },
  }
  const { plan, file } = await planFileMemories(question, ports)
  if (plan.lines.length === 0 || file === undefined) return ''
  return recordMoment(
    { kind: 'file', projectId, subject: subjectOf(file, ports.hash), plan },
    moment,
    ports,
  )
}

const subjectOf = (file: string, hash: Hash) => hash(`file ${file}`)

interface FileQuestion
  extends Pick<HostMoment, 'instructionFiles' | 'mostCharacters' | 'heldBack'> {
  /** Relative to the project. */
  readonly files: readonly string[]
  readonly projectId: string | undefined
  readonly root: string | undefined
  readonly addresses: readonly ScopeAddress[]
  /** Ours and the host's; undefined for no session, or before it is ingested. */
  readonly sessionId: string | undefined
  readonly session: HostSession | undefined
}

/** Each answer is about one file; other files of a patch get theirs when they are opened next. */
export async function planFileMemories(
  question: FileQuestion,
  ports: FileReader,
): Promise<{ readonly plan: ContextPlan; readonly file: string | undefined }> {
  const block = createBlock(
    { tokens: mostTokens, bytes: question.mostCharacters },
    ports.clock.now(),
    question,
  )
  const known = await findKnown(question, ports)
  const unseen = await withObstacles(known, question, ports)
  const file = unseen.find(({ obstacle }) => obstacle === undefined)?.file
  for (const each of unseen) {
    const line = lineFromMemory(each.memory, 'file', `about ${quoteName(each.file)}`)
    const isFull = block.plan().lines.length === mostLines
    const outranked = isFull ? `${mostLines} lines rank higher` : undefined
    const elsewhere = each.file === file ? undefined : 'another file of this call comes first'
    addOrExplain(block, line, each.obstacle ?? elsewhere ?? outranked)
  }
  return { plan: block.plan(), file }
}

interface Known {
  readonly memory: Memory
  readonly file: string
  /** 0 if it is about another file of this name. */
  readonly closeness: number
}

/** The closest first. */
async function findKnown(
  { files, addresses, projectId }: FileQuestion,
  ports: Pick<FilePorts, 'memories' | 'search' | 'clock'>,
): Promise<Known[]> {
  const now = ports.clock.now()
  const found = new Map<string, Known>()
  for (const file of files) {
    const name = file.slice(file.lastIndexOf('/') + 1)
    const naming = await ports.memories.namingFile(addresses, name)
    const hasTwins = naming.length > 0 && (await isNameShared(file, name, projectId, ports))
    for (const memory of naming) {
      const named = filesNamedBy(memory).filter(({ path }) => !hasTwins || path !== name)
      const close = Math.max(...named.map((each) => closeness(each, file)), 0)
      if (close > (found.get(memory.id)?.closeness ?? -1) && isInjectable(memory, now)) {
        found.set(memory.id, { memory, file, closeness: close })
      }
    }
  }
  const rank = ({ memory, closeness: close }: Known) =>
    close + (memory.pinned ? 2 : 0) + memory.importance
  return [...found.values()].sort(
    (one, other) => rank(other) - rank(one) || (one.memory.id < other.memory.id ? -1 : 1),
  )
}

const mostSessions = 20

/** Whether the project's history knows another file of this name: then the name alone says too little. */
async function isNameShared(
  file: string,
  name: string,
  projectId: string | undefined,
  { search }: Pick<FilePorts, 'search'>,
): Promise<boolean> {
  if (projectId === undefined || file === name) return false
  const touching = { projectId, file: name, types: ['session' as const] }
  const sessions = await search.newest(touching, mostSessions)
  return sessions.some(({ files }) =>
    files.some((path) => path !== file && (path === name || path.endsWith(`/${name}`))),
  )
}

/** Why each is not given: the host reads it itself, or the session was shown it or said it. */
async function withObstacles(
  known: readonly Known[],
  { projectId, root, instructionFiles, session, sessionId }: FileQuestion,
  ports: FileReader,
): Promise<(Known & { readonly obstacle: string | undefined })[]> {
  if (known.length === 0) return []
  const promoted = await findPromoted({ projectId, root, instructionFiles }, ports)
  const shown = session && (await ports.injections.shownTo(session))
  const memories = known.map(({ memory }) => memory)
  const untrue = await findUntrue(memories, root, ports)
  const own = new Set(sessionId === undefined ? [] : await ports.history.memoriesFrom(sessionId))
  const obstacleTo = ({ memory: { id }, file, closeness: close }: Known): string | undefined => {
    const instructions = promoted.get(id)
    if (close === 0) return 'about another file of this name'
    if (instructions !== undefined) return `in ${instructions}`
    if (untrue.has(id)) return untrue.get(id)
    if (shown?.memoryIds.has(id)) return 'already shown in this session'
    if (shown?.subjects.has(subjectOf(file, ports.hash))) return 'its file was answered before'
    return own.has(id) ? 'learned in this session' : undefined
  }
  return known.map((each) => ({ ...each, obstacle: obstacleTo(each) }))
}

/** A patch may change many files; the first ones show what it is about. */
const mostFiles = 8

/**
 * The files that a tool call read or changed, relative to the project; none for a failed call or a
 * subagent's.
 * @param root the project's folder
 */
export function filesTouchedBy(
  { detail, agent, cwd }: Pick<HostEvent, 'detail' | 'agent' | 'cwd'>,
  root: string | undefined,
): string[] {
  if (detail.kind !== 'tool' || agent) return []
  const { toolName, input, output, outcome } = detail
  const action = toAction({ id: '', toolName, input, output, outcome }, undefined)
  if (action.outcome === 'failed') return []
  const isOpened = action.kind === 'read' || action.kind === 'edit'
  const named = isOpened ? action.files : filesReadBy(action.command ?? '')
  const paths = named.map((path) => inProject(path, cwd, root))
  return [...new Set(paths)].slice(0, mostFiles)
}

/** Some agents have no tool to read a file; they run `cat`, `sed` and the like. */
function filesReadBy(command: string): string[] {
  return splitCommands(command).flatMap((part) => {
    const words = part.match(/'[^']*'|"[^"]*"|[^\s'"]+/g) ?? []
    const [program = '', ...given] = words.map((word) => word.replace(/^(['"])(.*)\1$/s, '$2'))
    if (!readers.has(program.replace(/^.*\//, ''))) return []
    return given.filter((word) => !word.startsWith('-') && /[./]/.test(word))
  })
}

const readers = new Set(['cat', 'bat', 'batcat', 'head', 'tail', 'sed', 'nl', 'less', 'more'])
