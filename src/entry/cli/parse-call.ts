/** Parses a command line into a command, its options and its arguments. */
import { parseArgs } from 'node:util'
import { ThroughlineError } from '../../contract/errors.ts'
import { nearestName } from '../../contract/nearest-name.ts'
import { allOptions, type Command, type Option, type Options, shortOptions } from './command.ts'

export interface Call {
  readonly command: Command
  /** The words that name it, without `throughline`. */
  readonly path: readonly string[]
  readonly wantsHelp: boolean
  readonly options: Options
  readonly args: readonly string[]
}

/**
 * @param path the words that name `command`
 * @throws ThroughlineError `invalid-input`
 */
export function parseCall(
  command: Command,
  path: readonly string[],
  argv: readonly string[],
): Call {
  const { commands } = command
  if (!commands) return readCall(command, path, argv)
  const tokens = tokenise([command, ...Object.values(commands)].flatMap(allOptions), argv)
  const word = tokens.find(({ kind }) => kind === 'positional')
  const name = word?.kind === 'positional' ? word.value : undefined
  const rest = argv.filter((_, index) => index !== word?.index)
  if (name === 'help') return parseCall(command, path, [...rest, '--help'])
  const child = name === undefined ? undefined : commands[name]
  if (name !== undefined && child) return parseCall(child, [...path, name], rest)
  if (name !== undefined && !command.arguments) throw unknownCommand(name, Object.keys(commands))
  const { byDefault = '' } = command
  const fallback = commands[byDefault]
  if (!fallback || tokens.some(isHelp)) return readCall(command, path, argv)
  return readCall(fallback, [...path, byDefault], argv)
}

export function unknownCommand(
  name: string,
  names: readonly string[],
  otherwise = `known commands: ${names.join(', ')}`,
): ThroughlineError {
  const nearest = harmlessName(name, names)
  return new ThroughlineError('invalid-input', `unknown command '${name}'`, {
    hint: nearest ? `did you mean ${nearest}?` : otherwise,
  })
}

/** Commands and options that delete data or change rights must not run by mistake. */
const neverSuggested: ReadonlySet<string> = new Set([
  ...[
    'forget',
    'delete',
    'clear',
    'prune',
    'uninstall',
    'disconnect',
    'remove',
    'merge',
    'move',
    'reset',
    'stop',
  ],
  ...['unshare', 'logout', 'leave', 'revoke', 'rotate', 'role', 'approve', 'policy', 'trust'],
  ...['now', 'yes', 'all', 'before', 'matching', 'backups', 'with-memories', 'accept'],
  ...['allow-tools', 'global', 'force'],
])

function harmlessName(typed: string, names: readonly string[]): string | undefined {
  const nearest = nearestName(typed, names)
  return nearest === undefined || neverSuggested.has(nearest) ? undefined : nearest
}

type Token = NonNullable<ReturnType<typeof tokenise>>[number]

const help = { help: { type: 'boolean', short: 'h' } } as const

function tokenise(known: readonly Option[], argv: readonly string[]) {
  const options = Object.fromEntries(
    known.map(({ flag, placeholder }) => {
      const short = shortOptions[flag]
      const type = placeholder ? ('string' as const) : ('boolean' as const)
      return [flag, { type, ...(short && { short }) }]
    }),
  )
  const config = { options: { ...help, ...options }, strict: false, tokens: true } as const
  return parseArgs({ args: [...argv], allowPositionals: true, ...config }).tokens
}

const isHelp = (token: Token) => token.kind === 'option' && token.name === 'help'

function readCall(command: Command, path: readonly string[], argv: readonly string[]): Call {
  const known = allOptions(command)
  const tokens = tokenise(known, argv)
  if (tokens.some(isHelp)) return { command, path, wantsHelp: true, options: {}, args: [] }
  const args: string[] = []
  const options: Record<string, unknown> = {}
  for (const { name, flag } of known) {
    // If both forms are declared, the option is undefined unless given.
    const hasOwn = known.some((each) => flag === `no-${each.flag}`)
    if (flag.startsWith('no-') && !hasOwn) options[positive(name)] = true
  }
  // The option that also takes the words after it, as in `--host codex gemini`.
  let open: Option | undefined
  for (const token of tokens) {
    if (token.kind === 'positional' && open) add(options, open, token.value)
    else if (token.kind === 'positional') args.push(token.value)
    else if (token.kind === 'option-terminator') open = undefined
    else {
      const found = findOption(command, token, path)
      setOption(options, found, token.value, path)
      open = found.repeats === 'values' ? found : undefined
    }
  }
  checkArguments(command, path, args)
  return { command, path, wantsHelp: false, options, args }
}

type OptionToken = Extract<Token, { kind: 'option' }>

function findOption(
  command: Command,
  { name, rawName }: OptionToken,
  path: readonly string[],
): Option {
  const known = allOptions(command)
  const found = known.find(({ flag }) => flag === name && isSpelt(flag, rawName))
  if (found) return found
  const nearest = harmlessName(name, [...known.map(({ flag }) => flag), 'help'])
  const takesWords = command.arguments?.some(({ isVariadic }) => isVariadic)
  const rest = takesWords ? `; put words that begin with - after --` : ''
  const hint = nearest ? `did you mean --${nearest}?` : `${helpHint(path)}${rest}`
  throw new ThroughlineError('invalid-input', `unknown option '${rawName}'`, { hint })
}

const isSpelt = (flag: string, typed: string) =>
  typed === `--${flag}` || typed === `-${shortOptions[flag]}`

function setOption(
  options: Record<string, unknown>,
  option: Option,
  value: string | undefined,
  path: readonly string[],
): void {
  const { name, flag, placeholder, choices, repeats, neverEmpty } = option
  if (!placeholder && value !== undefined) throw wrong(`--${flag} takes no value`, path)
  if (placeholder && value === undefined) throw wrong(`--${flag} needs a value`, path)
  if (value?.trim() === '' && neverEmpty) throw wrong(`--${flag} is empty`, path)
  if (value === undefined) {
    const isNegated = flag.startsWith('no-')
    options[isNegated ? positive(name) : name] = !isNegated
    return
  }
  if (choices && !choices.includes(value)) {
    throw wrong(`--${flag} must be one of ${choices.join(', ')}, not "${value}"`, path)
  }
  if (repeats) add(options, option, value)
  else options[name] = value
}

function add(options: Record<string, unknown>, { name }: Option, value: string): void {
  options[name] = [...((options[name] as string[] | undefined) ?? []), value]
}

/** `noOpen` switches `open` off. */
const positive = (name: string) => name.charAt(2).toLowerCase() + name.slice(3)

function checkArguments(
  { arguments: known = [] }: Command,
  path: readonly string[],
  args: readonly string[],
): void {
  const missing = known.find(({ isRequired }, index) => isRequired && args.length <= index)
  if (missing) throw wrong(`missing required argument '${missing.name}'`, path)
  const isOpen = known.some(({ isVariadic }) => isVariadic)
  if (args.length <= known.length || isOpen) return
  const expected = known.length === 0 ? 'none' : `at most ${known.length}`
  throw wrong(`too many arguments: ${expected} expected, ${args.length} given`, path)
}

function wrong(message: string, path: readonly string[]): ThroughlineError {
  return new ThroughlineError('invalid-input', message, { hint: helpHint(path) })
}

export function helpHint(path: readonly string[]): string {
  return `for help: throughline ${[...path, '--help'].join(' ')}`
}
