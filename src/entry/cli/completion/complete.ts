/** What may follow the words typed so far. */
import { allOptions, type Command, type Option } from '../command.ts'
import type { CliContext } from '../context.ts'
import type { Candidate } from './scripts.ts'
import { storedValues } from './values.ts'

export interface KnownCommand {
  readonly name: string
  readonly summary: string
  readonly load: () => Promise<Command>
}

export async function complete(
  context: CliContext,
  known: readonly KnownCommand[],
  words: readonly string[],
): Promise<readonly Candidate[]> {
  const before = words.slice(0, -1)
  const last = words.at(-1) ?? ''
  const [, flag, value = ''] = /^(--[\w-]+)=(.*)$/s.exec(last) ?? []
  if (flag === undefined) return startingWith(last, await candidates(context, known, before, last))
  const values = await candidates(context, known, [...before, flag], value)
  return startingWith(value, values).map((each) => ({ ...each, word: `${flag}=${each.word}` }))
}

function startingWith(typed: string, found: readonly Candidate[]): readonly Candidate[] {
  return found.filter(({ word }) => word.startsWith(typed))
}

async function candidates(
  context: CliContext,
  all: readonly KnownCommand[],
  [name, ...rest]: readonly string[],
  typed: string,
): Promise<readonly Candidate[]> {
  const commands = all.map(({ name: word, summary }) => ({ word, description: summary }))
  if (name === undefined) return typed.startsWith('-') ? general : commands
  if (name === 'help' && rest.length === 0) return commands
  const entry = all.find((each) => each.name === name)
  if (!entry) return []
  const { command, open, args } = walk(await entry.load(), rest)
  if (open) return optionValues(context, open)
  if (typed.startsWith('-')) return [...allOptions(command).map(toCandidate), help]
  const known = command.arguments ?? []
  const argument = known[args.length] ?? known.find(({ isVariadic }) => isVariadic)
  return [
    ...(args.length === 0 ? subcommands(command) : []),
    ...(argument?.completes ? await storedValues(context, argument.completes) : []),
  ]
}

interface Walked {
  readonly command: Command
  /** The option that the next word is a value of. */
  readonly open?: Option | undefined
  readonly args: readonly string[]
}

/** Follows subcommands, and reads options over. */
function walk(command: Command, words: readonly string[]): Walked {
  const args: string[] = []
  let current = command
  let open: Option | undefined
  for (const word of words) {
    if (open)
      open = word === '=' ? open : undefined // Bash splits `--scope=g` there.
    else if (word.startsWith('--')) {
      const option = allOptions(current).find(({ flag }) => flag === word.slice(2))
      open = option?.placeholder ? option : undefined
    } else if (args.length === 0 && current.commands?.[word]) current = current.commands[word]
    else args.push(word)
  }
  return { command: current, open, args }
}

function optionValues(
  context: CliContext,
  { name, choices, suggestions }: Option,
): Promise<readonly Candidate[]> | readonly Candidate[] {
  const listed = choices ?? suggestions
  if (listed) return listed.map((word) => ({ word }))
  if (name === 'project' || name === 'session') return storedValues(context, name)
  return []
}

const help: Candidate = { word: '--help', description: 'Print this help' }
const general: readonly Candidate[] = [
  { word: '--version', description: 'Print the version' },
  help,
]

function toCandidate({ flag, description }: Option): Candidate {
  return { word: `--${flag}`, description }
}

function subcommands({ commands = {} }: Command): Candidate[] {
  return Object.entries(commands).map(([word, { summary }]) => ({ word, description: summary }))
}
