/** What failed, why, and what mended it, in the agent's own words. */
import type { Action } from '../../activity/action.ts'
import { mainCommand } from '../../activity/command-key.ts'
import type { MemorySource } from '../../memory/memory.ts'
import { readSentences } from '../../prose/sentences.ts'
import type { Exchange } from '../window/window.ts'
import { type Candidate, toCandidate } from './candidate.ts'
import { errorNamesIn } from './error-names.ts'
import { type Explanation, explain } from './explanation.ts'
import { fitSentences } from './fit-sentences.ts'
import type { FixChain } from './fix-chain.ts'
import type { Language } from './language.ts'
import { turnSource } from './turn-source.ts'

const longestAccount = 480

/**
 * How sure the agent must be of the cause. What the user came with was there before; what fails
 * while the agent builds something is mostly its own doing and teaches nothing.
 */
const causeNeeded = { reported: 1, met: 1.5, ownDoing: 3.5 }
const leastRemedy = 1
/** Without a chain, an unreported fault must be named as such: refactorings are told alike. */
const explainedNeeded = { reported: { cause: 1, all: 3.5 }, met: { cause: 2.5, all: 4.5 } }

/** A chain of actions, explained where it ended. */
export function recountChain(
  chain: FixChain,
  exchanges: readonly Exchange[],
  language: Language,
): Candidate | undefined {
  const [first, last] = [exchanges[chain.from], exchanges[chain.to]]
  if (!first || !last || chain.changes.length === 0) return undefined
  const told = explain(last.assistant, language)
  const unreported = chain.isOwnDoing ? causeNeeded.ownDoing : causeNeeded.met
  const needed = isReported(first, language) ? causeNeeded.reported : unreported
  if (!told || told.cause < needed) return undefined
  const { failed, changes, passed } = chain
  const command = mainCommand(failed.command ?? '')
  const opening = language.wording.failed(command, errorNamesIn(failed.output))
  const turns = exchanges.slice(chain.from, chain.to + 1)
  return toCandidate({
    kind: told.kind,
    content: fitSentences(
      [opening, ...told.sentences, ...mendedIn(chain, told, language)],
      longestAccount,
    ),
    margin: told.cause + told.remedy - needed,
    trust: 'agent',
    sources: [
      ...turns.flatMap(({ turnId }) => turnSource(turnId)),
      ...[failed, ...changes, passed].map(eventSource),
    ],
    files: editedFiles(changes),
    keywords: keywordsFrom(failed),
  })
}

/** Where the agent does not tell what it changed, the files do. */
function mendedIn(
  { changes }: FixChain,
  { remedy }: Explanation,
  { wording }: Language,
): readonly string[] {
  const files = editedFiles(changes)
  return remedy >= leastRemedy || files.length === 0 ? [] : [wording.mended(files)]
}

/** An explanation alone, when something was edited and the agent is sure of it. */
export function recountExplained(exchange: Exchange, language: Language): Candidate | undefined {
  const edits = exchange.actions.filter(({ kind, outcome }) => kind === 'edit' && outcome === 'ok')
  const told = explain(exchange.assistant, language)
  const isUntold = edits.length === 0 && exchange.actions.length > 0
  if (!told || isUntold || told.remedy < 1.5) return undefined
  const needed = explainedNeeded[isReported(exchange, language) ? 'reported' : 'met']
  const margin = told.cause + told.remedy - needed.all
  if (told.cause < needed.cause || margin < 0) return undefined
  return toCandidate({
    kind: told.kind,
    content: fitSentences(told.sentences, longestAccount),
    margin,
    trust: 'agent',
    sources: [...turnSource(exchange.turnId), ...edits.map(eventSource)],
    files: editedFiles(edits),
  })
}

function isReported({ user }: Exchange, language: Language): boolean {
  return readSentences(user).some(({ text }) => language.reportsTrouble(language.normalise(text)))
}

function editedFiles(changes: readonly Action[]): readonly string[] {
  return changes.filter(({ kind }) => kind === 'edit').flatMap(({ files }) => files)
}

function eventSource({ id }: Action): MemorySource {
  return { type: 'tool-event', ref: id }
}

/** Words of the output serve only to find it. */
function keywordsFrom({ output }: Action): readonly string[] {
  const line = output.split('\n').find((one) => /error|fail|cannot|can't|not found/i.test(one))
  return line === undefined ? [] : [line.trim().slice(0, longestKeyword)]
}

const longestKeyword = 80
