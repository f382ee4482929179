import { existsSync } from 'node:fs'
import { ThroughlineError } from '../../../contract/errors.ts'
import { plainSettings } from '../../../contract/plain.ts'
import { visibleText } from '../../../core/text/visible-text.ts'
import { allOptions, argument, type Command, type Completed, type Option } from '../command.ts'
import type { Ask, CliContext } from '../context.ts'
import { brief, excerpt } from '../present.ts'
import { type Candidate, candidateLine, isShell, scripts, shells } from './scripts.ts'

export function completionOf(commands: readonly KnownCommand[]): Command {
  return {
    arguments: [
      argument('<shell>', shells.join(', '), 'shell'),
      argument('[words...]', 'What is typed so far; the script passes it after --'),
    ],
    hasNoJson: true,
    examples: [
      'completion bash >> ~/.bashrc',
      'completion zsh > ~/.zfunc/_throughline',
      'completion fish > ~/.config/fish/completions/throughline.fish',
      'completion powershell >> $PROFILE',
    ],
    async run(context, _options, shell = '', ...words) {
      if (!isShell(shell)) {
        throw new ThroughlineError('invalid-input', `there is no completion for "${shell}"`, {
          hint: `one of ${shells.join(', ')}`,
        })
      }
      if (words.length === 0) return context.write(scripts[shell])
      for (const candidate of await complete(context, commands, typedIn(shell, words))) {
        const line = visibleText(candidateLine(shell, candidate)).replace(/\n/g, ' ')
        context.write(`${line}\n`)
      }
    },
  }
}

/** PowerShell's script marks the last word. */
function typedIn(shell: string, words: readonly string[]): string[] {
  const last = words.at(-1) ?? ''
  return shell === 'powershell' ? [...words.slice(0, -1), last.replace(/^=/, '')] : [...words]
}

interface KnownCommand {
  readonly name: string
  readonly summary: string
  readonly load: () => Promise<Command>
}

async function complete(
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
  /** The option whose value the next word is. */
  readonly open?: Option | undefined
  readonly args: readonly string[]
}

/** Follows subcommands and skips options. */
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

const most = 50

async function storedValues(context: CliContext, what: Completed): Promise<Candidate[]> {
  if (what === 'shell') return shells.map((word) => ({ word }))
  if (what === 'setting') {
    return plainSettings.map(({ key, description }) => ({ word: key, description }))
  }
  // Pressing Tab must not create a home.
  if (!existsSync(context.paths.database)) return []
  try {
    return await context.read(({ ask }) => readers[what](ask, context))
  } catch (error) {
    if (error instanceof ThroughlineError) return []
    throw error
  }
}

type Stored = Exclude<Completed, 'shell' | 'setting'>

const readers: Readonly<Record<Stored, (ask: Ask, context: CliContext) => Promise<Candidate[]>>> = {
  async memory(ask, { cwd }) {
    const { memories } = await ask('listMemories', { folder: cwd, limit: most })
    return memories.map(({ id, key, content }) => candidate(key ?? brief(id), content))
  },
  async forgotten(ask, { cwd }) {
    const { memories } = await ask('listForgotten', { folder: cwd, limit: most })
    return memories.map(({ id, content }) => candidate(brief(id), content))
  },
  async session(ask) {
    const { sessions } = await ask('listSessions', { limit: most })
    return sessions.map(({ id, title }) => candidate(brief(id), title))
  },
  async job(ask) {
    const { jobs } = await ask('listJobs', { status: 'parked', limit: most })
    return jobs.map(({ id, kind }) => candidate(brief(id), kind))
  },
  async 'review-item'(ask) {
    const { items } = await ask('listReview', { limit: most })
    return items.map(({ key, kind }) => candidate(key, kind))
  },
  async consolidation(ask) {
    const { consolidations } = await ask('listConsolidations', { limit: most })
    return consolidations.map(({ id, at }) => candidate(brief(id), at))
  },
  async project(ask) {
    const { projects } = await ask('listProjects', {})
    return projects.slice(0, most).map(({ name, identity }) => candidate(name, identity))
  },
}

const longest = 60

function candidate(word: string, text: string): Candidate {
  return { word, description: excerpt(text, longest) }
}
