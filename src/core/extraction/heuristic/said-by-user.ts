/** What people told the agent, as memories. */
import type { Exchange } from '../window/window.ts'
import { type Candidate, toCandidate } from './candidate.ts'
import { findContradicted } from './contradicted.ts'
import { fitSentences } from './fit-sentences.ts'
import type { Language } from './language.ts'
import { findStatements, type Statement } from './statements.ts'
import { supersededBy } from './superseded.ts'
import { turnSource } from './turn-source.ts'

/** A shorter message says nothing that lasts. */
const shortestMessage = 10

export function saidByUser(
  { user, turnId }: Exchange,
  previous: Exchange | undefined,
  language: Language,
): readonly Candidate[] {
  if (user.trim().length < shortestMessage) return []
  return findStatements(user, language).flatMap((statement) => {
    const content = contentOf(statement, previous, language)
    if (content === undefined) return []
    const { kind, plain, margin } = statement
    const scope = language.isPersonal(plain) && isAboutPeople(kind) ? 'global' : 'project'
    const supersedes = supersededBy(statement, language)
    return [
      toCandidate({
        kind,
        content,
        margin,
        trust: 'user',
        sources: turnSource(turnId),
        scope,
        supersedes,
      }),
    ]
  })
}

function isAboutPeople(kind: Statement['kind']): boolean {
  return kind === 'preference' || kind === 'fact' || kind === 'rule'
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
  const wrong = findContradicted(sentences.join(' '), answer, isLeaning)
  if (wrong === undefined) return isLeaning ? undefined : fitSentences(told)
  return fitSentences([...told, language.wording.insteadOf(wrong)])
}
