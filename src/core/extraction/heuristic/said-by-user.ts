/** What people told the agent, as memories. */
import type { Exchange } from '../../model/window.ts'
import { type Candidate, toCandidate } from './candidate.ts'
import { concreteness } from './concreteness.ts'
import { findClosest } from './find-closest.ts'
import { fitSentences } from './fit-sentences.ts'
import type { Language } from './language.ts'
import { readMessage } from './message.ts'
import { findStatements, type Statement } from './statements.ts'
import { supersededBy } from './superseded.ts'
import { turnSource } from './turn-source.ts'

/** A shorter message says nothing that lasts. */
const shortestMessage = 10

export function saidByUser(
  exchange: Exchange,
  previous: Exchange | undefined,
  language: Language,
): readonly Candidate[] {
  if (exchange.user.trim().length < shortestMessage) return []
  const message = readMessage(exchange, previous, language)
  return findStatements(message, language).flatMap((statement) => {
    const content = contentOf(statement, previous, language)
    if (content === undefined) return []
    const { kind, plain, margin } = statement
    const scope = isOfThePerson(kind, plain, language) ? 'global' : 'project'
    const supersedes = supersededBy(statement, language)
    return [
      toCandidate({
        kind,
        content,
        margin,
        trust: 'user',
        standing: isSaidOutright(statement, language) ? 'memory' : 'candidate',
        sources: turnSource(exchange.turnId),
        scope,
        supersedes,
      }),
    ]
  })
}

function isSaidOutright({ sentences }: Statement, language: Language): boolean {
  return sentences.some((sentence) => language.isOutright(language.normalise(sentence)))
}

function isOfThePerson(kind: Statement['kind'], plain: string, language: Language): boolean {
  if (kind === 'preference') return language.isPersonal(plain)
  return kind === 'fact' && language.isPersonal(plain) && language.isAboutSelf(plain)
}

/** @returns undefined when it speaks of something that cannot be told from here */
function contentOf(
  { kind, sentences, plain }: Statement,
  previous: Exchange | undefined,
  language: Language,
): string | undefined {
  const told = sentences.map((sentence) => language.neutral(sentence))
  const answer = kind === 'correction' ? (previous?.assistant ?? '') : ''
  const isLeaning = language.leansOnContext(plain)
  const wrong = findClosest(sentences.join(' '), answer, isLeaning)
  if (wrong === undefined) return isLeaning && !saysMore(sentences) ? undefined : fitSentences(told)
  return fitSentences([...told, language.wording.insteadOf(wrong)])
}

/** «it's green on mine, but our CI images are at Node 18»: what it leans on matters less than the rest. */
function saysMore(sentences: readonly string[]): boolean {
  const text = sentences.join(' ')
  return concreteness(text) > 0 && text.split(' ').length >= manyWords
}

const manyWords = 10
