/** What failed, why, and what mended it, in the agent's own words. */

import { mainCommand } from '../../activity/command-key.ts'
import type { Action } from '../../model/action.ts'
import type { MemorySource } from '../../model/memory.ts'
import type { Exchange } from '../../model/window.ts'
import { readSentences } from '../../text/sentences.ts'
import { findAccountEvidence } from './account-evidence.ts'
import { type Candidate, toCandidate } from './candidate.ts'
import { errorNamesIn } from './error-names.ts'
import { sumOf } from './evidence.ts'
import { type Explanation, explain } from './explanation.ts'
import { fitSentences } from './fit-sentences.ts'
import type { FixChain } from './fix-chain.ts'
import type { Language } from './language.ts'
import { trustOf } from './trust-of.ts'
import { turnSource } from './turn-source.ts'

const longestAccount = 480

/** Log odds from which on an account is kept. */
const worthNeeded = 0
const leastRemedy = 1

/**
 * What the agent says of a fault, where it is likely to surprise again.
 * @param chain the actions that ended with it: what failed, was changed and passed
 */
export function recountFix(
  exchange: Exchange,
  chain: FixChain | undefined,
  exchanges: readonly Exchange[],
  language: Language,
): Candidate | undefined {
  const told = explain(exchange.assistant, language)
  if (!told) return undefined
  // What fails while the agent builds something is mostly its own doing and teaches nothing.
  const isSuspect = !chain || chain.isOwnDoing
  if (isSuspect && !isFaultMet(exchange, told, language)) return undefined
  const evidence = findAccountEvidence(exchange, told, chain, language)
  const margin = sumOf(evidence, language.account.weights) - worthNeeded
  if (margin < 0) return undefined
  if (!chain) return ofWords(exchange, told, margin)
  return ofChain(chain, told, margin, exchanges, language)
}

function ofChain(
  chain: FixChain,
  told: Explanation,
  margin: number,
  exchanges: readonly Exchange[],
  language: Language,
): Candidate {
  const { failed, changes, passed } = chain
  const command = mainCommand(failed.command ?? '')
  const opening = language.wording.failed(command, errorNamesIn(failed.output))
  const turns = exchanges.slice(chain.from, chain.to + 1)
  const trust = trustOf({ actions: turns.flatMap(({ actions }) => actions) })
  return toCandidate({
    kind: told.kind,
    content: fitSentences(
      [opening, ...told.sentences, ...mendedIn(chain, told, language)],
      longestAccount,
    ),
    margin,
    trust,
    sources: [
      ...turns.flatMap(({ turnId }) => turnSource(turnId)),
      ...[failed, ...changes, passed].map(eventSource),
    ],
    files: editedFiles(changes),
    keywords: keywordsFrom(failed),
  })
}

function ofWords(
  { turnId, assistant, actions }: Exchange,
  told: Explanation,
  margin: number,
): Candidate {
  const edits = actions.filter(({ kind, outcome }) => kind === 'edit' && outcome === 'ok')
  const isMended =
    (edits.length > 0 || told.remedy >= leastRemedy) &&
    !readSentences(assistant).some(({ isQuestion }) => isQuestion)
  return toCandidate({
    kind: isMended ? told.kind : 'fact',
    content: fitSentences(told.sentences, longestAccount),
    margin,
    trust: trustOf({ actions }),
    sources: [...turnSource(turnId), ...edits.map(eventSource)],
    files: editedFiles(edits),
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

/** Somebody came with it, or the agent names a cause as such. */
function isFaultMet({ user }: Exchange, { cause }: Explanation, language: Language): boolean {
  return (
    cause >= namedCause ||
    readSentences(user).some(({ text }) => {
      const plain = language.normalise(text)
      return language.reportsTrouble(plain) || language.questions.asksForReason(plain)
    })
  )
}

const namedCause = 2.5
