/**
 * What a host gets about a failure that was resolved before: our dates, file names, plain commands
 * and ids. Never any output, which is foreign text.
 */

import { commandsIn } from '../activity/command-line.ts'
import type { RepairSteps, ResolvedFailure } from '../ports/failure-store.ts'
import { isCode } from './failure-signatures.ts'

const mostFiles = 3

export interface Resolution extends RepairSteps {
  /** What failed, in the words of the current output. */
  readonly signature: string | undefined
  readonly failure: ResolvedFailure
  /** Set if the command passed without its wrapper: part of what the agent just ran. */
  readonly command: string | undefined
  /** A command in between that may have helped. */
  readonly helper: string | undefined
}

export function remedyText(resolution: Resolution, now: Date): string {
  const { failure, command } = resolution
  const { failed, passed } = failure
  const passedLater = passed.sessionId === failed.sessionId ? '' : ` on ${dayOf(passed.at, now)}`
  const how = command === undefined ? afterSteps(resolution) : `when run as \`${command}\``
  const { sessionId, turn } = failed
  const from = turn === undefined || turn < 2 ? '' : ` from turn ${turn}`
  return `${nameOf(resolution)} on ${dayOf(failed.at, now)}; passed${passedLater} ${how}; details: session_get ${sessionId}${from}`
}

/** A rule or a code: one word, which cannot carry another message. */
function nameOf({ signature = '' }: Resolution): string {
  const [kind, ...words] = signature.split(' ')
  const name = words.find((word) => (kind === 'rule' ? true : isCode(word)))
  const isNamed = (kind === 'rule' || kind === 'code') && name !== undefined && oneWord.test(name)
  return isNamed ? `\`${name}\` failed` : 'failed like this'
}

const oneWord = /^[a-z0-9@:_/()-]{2,50}$/

function afterSteps({ files, helper }: Resolution): string {
  if (files.length === 0) {
    if (helper === undefined) return 'without an edit, so look at the command or its surroundings'
    return `${changesFiles.test(helper) ? '' : 'without an edit, '}after \`${helper}\``
  }
  const ordered = [...files.filter((file) => !isProse(file)), ...files.filter(isProse)]
  const named = ordered.filter((file) => plainName.test(file)).slice(0, mostFiles)
  const others = files.length - named.length
  if (named.length === 0) return `after changes to ${count(files.length, 'file')}`
  const list = named.map((file) => `\`${file}\``).join(', ')
  return `after changes to ${list}${others > 0 ? ` and ${count(others, 'other')}` : ''}`
}

/**
 * The command that may have made a check pass: the first that installs, generates or repairs
 * something, else the last that changed anything.
 * @param isCheck recognises runs of the check itself
 */
export function helpfulCommand(
  commands: readonly string[],
  isCheck: (command: string) => boolean,
): string | undefined {
  const plain = commands.flatMap(commandsIn).filter((command) => plainCommand.test(command))
  return (
    plain.find(isPreparing) ??
    plain.findLast((command) => !isCheck(command) && !recording.test(command))
  )
}

/** Shows or records work, or fetches what others wrote. */
const recording =
  /^(?:git (?:add|branch|commit|diff|fetch|log|push|show|status)|gh|mkdir|cp|touch|curl|wget)\b|:\/\//

/** It replaces files by other versions. */
const changesFiles =
  /^git (?:am|apply|checkout|cherry-pick|merge|pull|rebase|reset|restore|revert|stash|switch)\b/

/** It installs, generates or repairs something. */
const isPreparing = (command: string) => tools.test(command) && prepares.test(command)

const tools =
  /^(?:npm|pnpm|yarn|bun|npx|pip3?|uv|poetry|bundle|composer|cargo|go|make|just|task|mise|dotnet|mvn|gradle|docker|nvm|corepack|asdf|rustup|pyenv) /
const prepares =
  /[ :-](?:install|i|ci|add|sync|restore|update|generate|gen|codegen|fmt|format|prepare|migrate|fix|tidy|build|up|use|enable)(?:$|[ :-])/

/** Notes about a change did not make a check pass. */
const isProse = (file: string) => /\.(?:md|mdx|txt|rst|adoc|log)$/i.test(file)

const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`

/** A name with spaces or punctuation may be a sentence, or end the block, so it is only counted. */
const plainName = /^(?![\\/])[\p{L}\p{N}@._+()[\]/-]{1,100}$/u

/** A command is named only if it consists of nothing but plain words. */
export const plainCommand = /^[\w@.:+/-]+(?: [\w@.:+/-]+){0,5}$/

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

function dayOf(at: string, now: Date): string {
  const date = new Date(at)
  const day = `${date.getUTCDate()} ${months[date.getUTCMonth()]}`
  return date.getUTCFullYear() === now.getUTCFullYear() ? day : `${day} ${date.getUTCFullYear()}`
}
