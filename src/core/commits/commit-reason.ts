/** Which commits give a reason, by their messages alone. */
import type { Commit } from '../ports/repository.ts'
import { readSentences } from '../text/sentences.ts'
import { tokenise } from '../text/tokenise.ts'
import { visibleText } from '../text/visible-text.ts'

const mostCharacters = 8_000

/** @returns the message without trailers; undefined if it gives no reason or is a program's */
export function readReason({ author, parents, message }: Commit): string | undefined {
  if (isBot(author)) return undefined
  const text = cleanMessage(message)
  const [subject = '', ...rest] = text.split('\n')
  const body = rest.join('\n').trim()
  const isMerge = parents.length > 1 || mergeSubject.test(subject)
  if (isMerge) return describesMerge(body) ? text : undefined
  const isTelling = marks.some((mark) => mark.test(text)) || givesReason.test(subject)
  return isTelling || isProse(body) ? text : undefined
}

function isBot({ name, email }: Commit['author']): boolean {
  return botName.test(name) || /\[bot\]@/i.test(email)
}

const botName =
  /\[bot\]|(?:^|[\s_-])bot$|^(?:dependabot|renovate|greenkeeper|github-actions|pre-commit-ci|mergify|depfu|pyup|snyk|imgbot|weblate|transifex|crowdin|allcontributors|semantic-release)\b/i

/** Without what tools add at the end, and without names and addresses of those who looked at it. */
function cleanMessage(message: string): string {
  const lines = visibleText(message.slice(0, mostCharacters)).split('\n')
  const kept = lines.map((line) => line.trimEnd()).filter((line) => !trailer.test(line))
  return kept
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

const trailer =
  /^(?:[\w-]+-by|change-id|git-svn-id|cc|reviewed-on|piperorigin-revid|cr-[\w-]+|see merge request|x-[\w-]+):? |^🤖 |^# /i

const mergeSubject = /^Merge (?:branch|branches|remote-tracking|pull request|tag|commit)\b/

/** What is below `Merge pull request #1 from a/b`: its title. */
function describesMerge(body: string): boolean {
  const lines = body.split('\n').filter((line) => !/^(?:#|Conflicts:|\t|\* )/.test(line))
  return tokenise(lines.join(' ')).length >= fewestInTitle
}

const fewestInTitle = 3
const fewestInSentence = 6

/** A sentence, in any language; a list of the messages that were squashed is none. */
function isProse(body: string): boolean {
  return readSentences(body).some(({ text }) => tokenise(text).length >= fewestInSentence)
}

const marks: readonly RegExp[] = [
  /^(?:revert|reapply)(?: ["“«']|\b[^\n]{0,40}: )/i,
  /^BREAKING[ -]CHANGE\b/m,
  /^[\w-]{1,30}(?:\([^)\n]{0,60}\))?!: /,
  /\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):? {1,3}(?:[\w./-]{0,80}#\d|[A-Z][A-Z\d]{1,9}-\d|https?:\/\/\S{1,200}\/issues\/\d)/i,
]

const givesReason =
  /\b(?:because|since|instead of|rather than|so that|to avoid|in favou?r of|due to|otherwise)\b/i
