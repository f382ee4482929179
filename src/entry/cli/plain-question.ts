/**
 * `throughline recall` as it is plainly written: options and values that need no schema to be
 * checked and no explaining when they are wrong.
 */
import { parseArgs } from 'node:util'
import type { InputOf } from '../../contract/operations/index.ts'
import { fromStartOfDay, parseTime } from '../../contract/time-text.ts'
import { hitTypes, memoryScopes, parseKind } from '../../contract/vocabulary.ts'

export interface PlainQuestion {
  readonly input: InputOf<'recall'>
  readonly asJson: boolean
}

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const
const options = {
  ...{ type: text, scope: text, project: text, session: text, agent: text, kind: text },
  ...{ host: text, branch: text, file: text, since: text, until: text, 'as-of': text },
  ...{ limit: text, offset: text, all: flag, weak: flag, explain: flag, json: flag },
}

/** @returns undefined for what the command itself must read */
export function parsePlainQuestion(
  argv: readonly string[],
  folder: string,
): PlainQuestion | undefined {
  try {
    const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true })
    if (positionals.includes('-')) return undefined
    return {
      asJson: values.json === true,
      input: {
        ...{ folder, query: within(positionals.join(' ').trim(), 1, 4_000) },
        ...given('types', values.type, (types) => types.split(',').map(oneOf(hitTypes))),
        ...given('scope', values.scope, oneOf(memoryScopes)),
        ...given('kind', values.kind, (kind) => must(parseKind(kind))),
        ...given('since', values.since, (date) => must(parseTime(fromStartOfDay(date.trim())))),
        ...given('until', values.until, (date) => must(parseTime(date.trim()))),
        ...given('asOf', values['as-of'], (date) => must(parseTime(date.trim()))),
        ...given('project', values.project, named),
        ...given('session', values.session, named),
        ...given('agent', values.agent, named),
        ...given('host', values.host, named),
        ...given('branch', values.branch, named),
        ...given('file', values.file, (file) => must(isDotted(file) ? undefined : named(file))),
        limit: count(values.limit ?? '10', 1, 100),
        offset: count(values.offset ?? '0', 0, 1_000),
        all: values.all === true,
        weak: values.weak === true,
        explain: values.explain === true,
      },
    }
  } catch {
    return undefined
  }
}

/** Such as `./a.ts` and `../a.ts`. */
export function isDotted(path: string): boolean {
  return /^\.\.?([\\/]|$)/.test(path)
}

type Field<Name extends string, Value> = { readonly [Key in Name]?: Value }

function given<Name extends string, Value>(
  name: Name,
  value: string | undefined,
  read: (text: string) => Value,
): Field<Name, Value> {
  return (value === undefined ? {} : { [name]: read(value) }) as Field<Name, Value>
}

function must<T>(value: T | undefined): T {
  if (value === undefined) throw new RangeError('not plain')
  return value
}

const oneOf =
  <Name extends string>(names: readonly Name[]) =>
  (value: string): Name =>
    must(names.find((name) => name === value))

const within = (value: string, least: number, most: number) =>
  must(value.length >= least && value.length <= most ? value : undefined)

const named = (value: string) => must(value === '' ? undefined : value)

function count(value: string, least: number, most: number): number {
  const isPlain = /^\d{1,4}$/.test(value) && Number(value) >= least && Number(value) <= most
  return must(isPlain ? Number(value) : undefined)
}
