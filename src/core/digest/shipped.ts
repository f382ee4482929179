/** Finds the commits and pull requests that an agent made. */
import type { Shipped } from '../../contract/digest.ts'
import { splitCommands } from '../activity/command-line.ts'
import type { Action } from '../model/host-event.ts'
import { shorten } from '../text/shorten.ts'

const mostCharacters = 120
const mostShipped = 40

export function shippedIn(actions: readonly Action[]): Shipped[] {
  return actions
    .filter(({ outcome }) => outcome === 'ok')
    .flatMap((action) => [...commitsIn(action), ...pullRequestsIn(action)])
    .slice(0, mostShipped)
}

/** An amended commit with the same subject counts as the same. */
export function mergeShipped(shipped: readonly Shipped[]): Shipped[] {
  const merged = new Map(shipped.map((each) => [`${each.kind} ${each.text}`, each]))
  return [...merged.values()].slice(-mostShipped)
}

/** Git's output contains the subject; for a quiet commit, the command does. */
function commitsIn({ id, command = '', output }: Action): Shipped[] {
  const commits = splitCommands(command).filter((part) => /\bgit (?:-\S+ \S+ )*commit\b/.test(part))
  if (commits.length === 0) return []
  const reported = [...output.matchAll(/^\[[^\]\n]{1,200} [0-9a-f]{7,40}\] (\S.*)$/gm)]
  const subjects = reported.map(([, subject = '']) => subject)
  const given = commits.flatMap((part) => messageOf(part) ?? [])
  return (subjects.length > 0 ? subjects : given).map((subject) => ({
    kind: 'commit',
    text: shorten(subject, mostCharacters),
    cites: [id],
  }))
}

const messageOf = (command: string) =>
  /\s(?:-\w*m|--message)[ =]*(["'])([^\n]+?)(?:\\n|\n|\1)/.exec(command)?.[2]

/** Made by a command, or by a tool of an MCP server. */
function pullRequestsIn({ id, command = '', toolName, output }: Action): Shipped[] {
  const isCreated = /\b(?:gh pr|glab mr) create\b/.test(command) || createsOne.test(toolName)
  const number = isCreated && /\/(?:pull|merge_requests)\/(\d+)/.exec(output)?.[1]
  if (!number) return []
  const title = /\s(?:-t|--title)[ =]*(["'])([^\n]+?)\1/.exec(command)?.[2]
  const text = title === undefined ? `#${number}` : `#${number} ${title}`
  return [{ kind: 'pull-request', text: shorten(text, mostCharacters), cites: [id] }]
}

const createsOne = /create_?(?:pull|merge)_?request/i
