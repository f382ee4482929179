/** Answers the first read or edit of a file in a session with the memories about that file. */
import { splitCommands } from '../../activity/command-line.ts'
import { toAction } from '../../activity/to-action.ts'
import { inProject } from '../../activity/touched-files.ts'
import type { Hash } from '../../model/content-key.ts'
import { hostSessionOf } from '../../model/context.ts'
import type { HostEvent } from '../../model/host-event.ts'
import type { Memory, ScopeAddress } from '../../model/memory.ts'
import type { History } from '../../ports/history.ts'
import type { MemoryStore } from '../../ports/memory-store.ts'
import type { SearchIndex } from '../../ports/search-index.ts'
import { quoteName } from '../../text/safe-text.ts'
import { createBlock, lineFromMemory } from '../block/block.ts'
import { type HostMoment, type MomentPorts, recordMoment } from '../host-moment.ts'
import { findPromoted, type PromotedPorts } from '../promoted.ts'
import { addressesFor, isInjectable, staleAmong } from '../situation.ts'
import { closeness, filesNamedBy } from './file-triggers.ts'

export interface FilePorts extends MomentPorts, PromotedPorts {
  readonly memories: Pick<MemoryStore, 'namingFile'>
  readonly search: Pick<SearchIndex, 'find' | 'newest'>
  readonly history: Pick<History, 'sessionId' | 'memoriesFrom'>
}

const mostLines = 2
const mostTokens = 250

/** @returns the block; empty if the session got an answer about the file before, or knows it all */
export async function giveFileMemories(moment: HostMoment, ports: FilePorts): Promise<string> {
  const { event, folder, caller, findPlace, mostCharacters } = moment
  if (filesTouchedBy(event, undefined).length === 0) return ''
  const place = await findPlace()
  if (place.kind === 'disabled') return ''
  const { projectId, root = folder } = place
  const sessionId = await ports.history.sessionId(event.sessionId)
  const files = filesTouchedBy(event, root)
  const addresses = addressesFor({ caller, subagent: event.agent?.name, sessionId, projectId })
  const { instructionFiles } = moment
  const promoted = await findPromoted({ projectId, root, instructionFiles }, ports)
  const found = await findKnown(files, addresses, projectId, ports)
  const known = found.filter(({ memory }) => !promoted.has(memory.id))
  const unseen = await withoutSeen(known, event, sessionId, ports)
  // Each answer is about one file; other files of a patch get theirs when they are opened next.
  const file = unseen[0]?.file
  if (file === undefined) return ''
  const block = createBlock({ tokens: mostTokens, bytes: mostCharacters }, ports.clock.now())
  for (const { memory } of unseen.filter((each) => each.file === file)) {
    if (block.plan().lines.length === mostLines) break
    block.add(lineFromMemory(memory, 'file', `about ${quoteName(file)}`))
  }
  const plan = block.plan()
  if (plan.lines.length === 0) return ''
  const subject = subjectOf(file, ports.hash)
  return recordMoment({ kind: 'file', projectId, subject, plan }, moment, ports)
}

const subjectOf = (file: string, hash: Hash) => hash(`file ${file}`)

interface Known {
  readonly memory: Memory
  readonly file: string
  readonly closeness: number
}

/** The closest first; stale ones last. */
async function findKnown(
  files: readonly string[],
  addresses: readonly ScopeAddress[],
  projectId: string | undefined,
  ports: FilePorts,
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
      if (close > (found.get(memory.id)?.closeness ?? 0) && isInjectable(memory, now)) {
        found.set(memory.id, { memory, file, closeness: close })
      }
    }
  }
  const stale = await staleAmong([...found.keys()], ports.search)
  const rank = ({ memory, closeness: close }: Known) =>
    (stale.has(memory.id) ? -10 : 0) + close + (memory.pinned ? 2 : 0) + memory.importance
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
  { search }: FilePorts,
): Promise<boolean> {
  if (projectId === undefined || file === name) return false
  const touching = { projectId, file: name, types: ['session' as const] }
  const sessions = await search.newest(touching, mostSessions)
  return sessions.some(({ files }) =>
    files.some((path) => path !== file && (path === name || path.endsWith(`/${name}`))),
  )
}

/** Without memories that the session was shown or that were learned from it. */
async function withoutSeen(
  known: readonly Known[],
  event: HostEvent,
  sessionId: string | undefined,
  { injections, history, hash }: FilePorts,
): Promise<readonly Known[]> {
  if (known.length === 0) return known
  const { memoryIds, subjects } = await injections.shownTo(hostSessionOf(event))
  const unseen = known.filter(
    ({ memory, file }) => !memoryIds.has(memory.id) && !subjects.has(subjectOf(file, hash)),
  )
  if (unseen.length === 0 || sessionId === undefined) return unseen
  const own = new Set(await history.memoriesFrom(sessionId))
  return unseen.filter(({ memory }) => !own.has(memory.id))
}

/** A patch may change many files; the first ones show what it is about. */
const mostFiles = 8

/**
 * The files that a tool call read or changed, relative to the project; none for a failed call or a
 * subagent's.
 * @param root the project's folder
 */
export function filesTouchedBy(
  { detail, agent, cwd }: HostEvent,
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
