/** How a command is declared. */
import type { OperationName } from '../../contract/operations/index.ts'
import { plainOperations } from '../../contract/plain.ts'
import type { InputField } from '../../contract/plain-input.ts'
import type { IdType } from '../../contract/vocabulary.ts'
import type { CliContext } from './context.ts'

/** Options as typed, by camel-case name. The contract checks their values. */
export type Options = Readonly<Record<string, unknown>> & { readonly json?: true }

/** What a command reads of its options: those with a text, and switches. */
export type Texts<Name extends string> = { readonly [N in Name]?: string }
export type Switches<Name extends string> = { readonly [N in Name]?: true }

interface Argument {
  readonly name: string
  readonly description: string
  readonly isRequired: boolean
  readonly isVariadic: boolean
  readonly completes?: Completed | undefined
}

/** What a shell may complete a word to. */
export type Completed =
  | Exclude<IdType, 'turn' | 'tool-event' | 'commit'>
  | 'project'
  | 'review-item'
  | 'setting'
  | 'shell'

export interface Option {
  /** In camel case: `asOf` for `--as-of`. */
  readonly name: string
  readonly flag: string
  /** `<date>`, for example; an option without a placeholder is a switch. */
  readonly placeholder?: string | undefined
  readonly description: string
  /** `--host a b`, or `--file a --file b`. */
  readonly repeats?: 'values' | 'flag'
  readonly choices?: readonly string[]
  /** An empty value is refused. Where the contract knows the option, it decides. */
  readonly neverEmpty?: boolean
  /** What a shell completes it to; the contract checks the value. */
  readonly suggestions?: readonly string[] | undefined
}

export interface Command {
  readonly arguments?: readonly Argument[]
  readonly options?: readonly Option[]
  readonly examples: readonly string[]
  /** Every other command takes `--json`. */
  readonly hasNoJson?: true
  readonly commands?: Readonly<Record<string, Command & { readonly summary: string }>>
  /** The subcommand that runs when none is named. */
  readonly byDefault?: string
  run?(context: CliContext, options: Options, ...args: string[]): Promise<void> | void
}

/** @param form `<id>`, `[id]`, `<words...>` or `[words...]` */
export function argument(form: string, description: string, completes?: Completed): Argument {
  return {
    completes,
    name: form.replace(/[<>[\].]/g, ''),
    description,
    isRequired: form.startsWith('<'),
    isVariadic: form.includes('...'),
  }
}

/** @param form `--yes`, `--no-open`, `--kind <kind>` or `--host <host...>` */
export function option(
  form: string,
  description: string,
  rest: Pick<Option, 'repeats' | 'choices' | 'neverEmpty'> = {},
): Option {
  const [flag = '', placeholder] = form.slice(2).split(' ')
  const repeats = placeholder?.includes('...') ? { repeats: 'values' as const } : {}
  const usual = { neverEmpty: true, ...repeats, ...rest }
  return { name: toCamelCase(flag), flag, placeholder, description, ...usual }
}

/** One letter for options that are typed often, by the long form. */
export const shortOptions: Readonly<Record<string, string>> = { limit: 'n', yes: 'y' }

const json = option('--json', 'Print the result as JSON')

export function allOptions({ options = [], run, hasNoJson }: Command): readonly Option[] {
  const hasOwn = options.some(({ name }) => name === 'json')
  return !run || hasOwn || hasNoJson ? options : [...options, json]
}

/** Options that mirror fields of an operation's input, with the contract's descriptions. */
export function optionsOf(operation: OperationName, ...names: readonly string[]): Option[] {
  return names.map((name) => {
    const field = plainOperations[operation].fields.find((each) => each.name === name)
    if (!field) throw new Error(`${operation} takes no ${name}`)
    const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    return {
      ...{ name, flag, placeholder: placeholderOf(field, flag) },
      ...{ description: describe(field), suggestions: field.choices },
    }
  })
}

const placeholders: Partial<Record<InputField['form'], string>> = {
  number: '<n>',
  time: '<date>',
  since: '<date>',
}

function placeholderOf({ form }: InputField, flag: string): string | undefined {
  return form === 'flag' ? undefined : (placeholders[form] ?? `<${flag}>`)
}

/** `Grouping (day, session; default: day)` */
function describe({ description, choices, form, default: value }: InputField): string {
  const hasDefault = value !== undefined && value !== 0 && form !== 'flag'
  const facts = [
    ...(choices ? [choices.join(', ')] : []),
    ...(hasDefault ? [`default: ${value}`] : []),
  ]
  return facts.length === 0 ? description : `${description} (${facts.join('; ')})`
}

/** Where to look for memories; the default is the current folder's project. */
export const placeOptions = [
  option('--scope <scope>', 'Where it applies: global, project, session or agent'),
  ...optionsOf('listMemories', 'project', 'session', 'agent'),
]

function toCamelCase(flag: string): string {
  return flag.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}
