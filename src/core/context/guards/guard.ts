/**
 * Guards: which tool calls a memory has a say in. One pattern language serves all levels: by default
 * the rule is noted to the agent, and by the user's hand the host asks or the call is refused.
 */
import type { GuardLevel } from '../../../contract/vocabulary.ts'
import type { Memory } from '../../model/memory.ts'
import type { GuardPattern } from '../../ports/guard-store.ts'
import { asInPayload } from '../file/file-triggers.ts'
import {
  type CallFacts,
  type CommandFacts,
  isCommand,
  isProgram,
  isWithinPath,
  nameOf,
  patternsOf,
  rivalsIn,
  type ToolPattern,
  wordsOf,
} from './tool-patterns.ts'

export interface Firing {
  readonly patterns: readonly GuardPattern[]
  /** Calls that it lets pass. */
  readonly exceptions: readonly GuardPattern[]
}

/** Levels that keep a tool from running, at once or until the user agrees. */
export const isEnforced = (level: GuardLevel) => level === 'ask' || level === 'block'

/** What a text is about, what it forbids first. Nothing of a call that does as the text says. */
export function guardPatternsOf(memory: Pick<Memory, 'content' | 'files'>): SaidPattern[] {
  const said = patternsOf(memory)
  const isChoice = said.some(({ stance }) => stance === 'unwanted')
  const isAbout = (each: ToolPattern) =>
    each.stance === 'named' || (each.stance === 'wanted' && !isChoice && !isProgram(each))
  return [
    ...said.filter(({ stance }) => stance === 'unwanted').map((each) => toPattern(each, true)),
    ...said.filter(isAbout).map((each) => toPattern(each, false)),
    ...rivalsIn(said).map((command) => ({ command, isForbidden: true })),
  ]
}

export interface SaidPattern extends GuardPattern {
  readonly isForbidden: boolean
}

function toPattern(pattern: ToolPattern, isForbidden: boolean): SaidPattern {
  return pattern.tool === 'path'
    ? { path: pattern.path, isForbidden }
    : { command: pattern.words.join(' '), isForbidden }
}

/** The pattern by which a call makes the guard fire, and the part of the call that did. */
export interface Match<Pattern extends GuardPattern = GuardPattern> {
  readonly pattern: Pattern
  readonly part: CallPart
}

/** A command line runs several commands, and each needs an exception of its own. */
interface CallPart {
  readonly tool: string
  readonly command?: CommandFacts
  readonly file?: string
}

export function findMatch<Pattern extends GuardPattern>(
  { patterns, exceptions }: { patterns: readonly Pattern[]; exceptions?: readonly GuardPattern[] },
  call: CallFacts,
): Match<Pattern> | undefined {
  const parts = partsOf(call).filter(
    (part) => !exceptions?.some((exception) => isMatched(exception, part)),
  )
  for (const pattern of patterns) {
    const part = parts.find((each) => isMatched(pattern, each))
    if (part) return { pattern, part }
  }
  return undefined
}

function partsOf({ tool, commands, files }: CallFacts): CallPart[] {
  const parts = [
    ...commands.map((command) => ({ tool, command })),
    ...files.map((file) => ({ tool, file })),
  ]
  return parts.length > 0 ? parts : [{ tool }]
}

/** Whatever the pattern states must be so. */
function isMatched({ tool, command, path }: GuardPattern, part: CallPart): boolean {
  if (tool === undefined && command === undefined && path === undefined) return false
  if (tool !== undefined && tool.toLowerCase() !== part.tool.toLowerCase()) return false
  if (command !== undefined) {
    const wanted = wordsOf(command)
    if (!part.command?.forms.some((words) => isCommand(wanted, words))) return false
  }
  const paths = part.file === undefined ? (part.command?.paths ?? []) : [part.file]
  return path === undefined || paths.some((each) => isWithinPath(path, each))
}

const mostExceptionWords = 8

/** A pattern for exactly this part of a call, from which an exception can be made. */
export function patternFor({ tool, command, file }: CallPart): GuardPattern {
  if (file !== undefined) return { path: file }
  const [words = []] = command?.forms ?? []
  const isPlain = (word: string) => word !== '' && !/[\s'"`$\\]/.test(word)
  const end = words.findIndex((word) => !isPlain(word))
  const fixed = words.slice(0, end < 0 ? mostExceptionWords : Math.min(end, mostExceptionWords))
  return fixed.length === 0 ? { tool } : { command: fixed.join(' ') }
}

/** By which a hook recognises, as whole words of a payload, that a call may match. */
export function textsToLookFor(patterns: readonly GuardPattern[]): string[] {
  const texts = patterns.map(({ tool, command, path }) => {
    if (path !== undefined) return path
    if (command === undefined) return tool ?? ''
    const [program = '', next] = wordsOf(command)
    return next === undefined ? nameOf(program) : `${nameOf(program)} ${next}`
  })
  return [...new Set(texts.flatMap(asInPayload))]
}
