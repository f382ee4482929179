/**
 * Renders the part of Helm's templates that our chart uses: if, with, define, include and a few
 * functions. Anything else throws, so that no template is checked by halves.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseYaml, writeYaml } from './yaml.ts'

export type Values = { readonly [name: string]: unknown }
type Template = readonly Part[]
type Part =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'action'; readonly code: string }
  | { readonly type: 'block'; readonly head: string; readonly body: Part[]; readonly other: Part[] }

/** @returns the manifests by the name of their template */
export function renderChart(folder: string, given: Values = {}): Map<string, string> {
  const chart = parseYaml<Record<string, unknown>>(readFileSync(join(folder, 'Chart.yaml'), 'utf8'))
  const values = parseYaml<Values>(readFileSync(join(folder, 'values.yaml'), 'utf8'))
  const root = {
    Values: merge(values, given),
    Chart: { AppVersion: chart.appVersion, Name: chart.name },
    Release: { Name: 'test', Service: 'Helm' },
  }
  const names = readdirSync(join(folder, 'templates')).sort()
  const named = new Map<string, Template>()
  const parsed = names.map((name) => {
    const source = readFileSync(join(folder, 'templates', name), 'utf8')
    return [name, parse(source, named)] as const
  })
  return new Map(
    parsed
      .filter(([name]) => name.endsWith('.yaml'))
      .map(([name, template]) => [name, render(template, root, named)]),
  )
}

function merge(values: Values, given: Values): Values {
  const merged = Object.entries(given).map(([name, value]) => {
    const before = values[name]
    return [name, isMap(before) && isMap(value) ? merge(before, value) : value]
  })
  return { ...values, ...Object.fromEntries(merged) }
}

const isMap = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parse(source: string, named: Map<string, Template>): Template {
  const trimmed = source.replace(/\s*\{\{-/g, '{{').replace(/-\}\}\s*/g, '}}')
  const pieces = trimmed.split(/\{\{(.*?)\}\}/g)
  const top: Part[] = []
  const open: { head: string; body: Part[]; other: Part[]; inOther: boolean }[] = []
  const here = () => {
    const block = open.at(-1)
    if (!block) return top
    return block.inOther ? block.other : block.body
  }
  for (const [index, piece] of pieces.entries()) {
    const code = piece.trim()
    if (index % 2 === 0) here().push({ type: 'text', text: piece })
    else if (/^(if|with|define) /.test(code)) {
      open.push({ head: code, body: [], other: [], inOther: false })
    } else if (code === 'else') {
      const block = open.at(-1)
      if (!block) throw new Error('else without if')
      block.inOther = true
    } else if (code === 'end') {
      const block = open.pop()
      if (!block) throw new Error('end without a block')
      const [, name] = /^define "(.+)"$/.exec(block.head) ?? []
      if (name) named.set(name, block.body)
      else here().push({ type: 'block', head: block.head, body: block.body, other: block.other })
    } else here().push({ type: 'action', code })
  }
  if (open.length > 0) throw new Error(`no end for ${open.at(-1)?.head}`)
  return top
}

interface Scope {
  readonly dot: unknown
  readonly named: ReadonlyMap<string, Template>
}

function render(template: Template, dot: unknown, named: ReadonlyMap<string, Template>): string {
  const scope = { dot, named }
  return template
    .map((part) => {
      if (part.type === 'text') return part.text
      if (part.type === 'action') return String(evaluate(part.code, scope) ?? '')
      const [keyword = '', ...rest] = part.head.split(' ')
      const value = evaluate(rest.join(' '), scope)
      if (!isTrue(value)) return render(part.other, dot, named)
      return render(part.body, keyword === 'with' ? value : dot, named)
    })
    .join('')
}

function isTrue(value: unknown): boolean {
  if (isMap(value)) return Object.keys(value).length > 0
  return Array.isArray(value) ? value.length > 0 : Boolean(value)
}

/** A pipeline: each stage gets the value of the one before as its last argument. */
function evaluate(code: string, scope: Scope): unknown {
  let piped: unknown[] = []
  for (const stage of splitOutside(code, '|')) {
    const [head = '', ...rest] = splitOutside(stage, ' ')
    const parameters = [...rest.map((each) => operand(each, scope)), ...piped]
    const run = functions[head]
    if (!run && parameters.length > 0) throw new Error(`the function ${head} is not known`)
    piped = [run ? run(scope, ...parameters) : operand(head, scope)]
  }
  return piped[0]
}

function operand(word: string, scope: Scope): unknown {
  if (word.startsWith('(')) return evaluate(word.slice(1, -1), scope)
  if (word.startsWith('"')) return JSON.parse(word)
  if (/^\d+$/.test(word)) return Number(word)
  if (word === '.') return scope.dot
  if (!word.startsWith('.')) throw new Error(`cannot read ${word}`)
  return word
    .slice(1)
    .split('.')
    .reduce<unknown>((value, name) => {
      if (!isMap(value) || !(name in value)) throw new Error(`there is no value ${word}`)
      return value[name]
    }, scope.dot)
}

const functions: Record<string, (scope: Scope, ...parameters: unknown[]) => unknown> = {
  include: ({ named }, name, dot) => {
    const template = named.get(String(name))
    if (!template) throw new Error(`there is no template ${name}`)
    return render(template, dot, named)
  },
  quote: (_, value) => JSON.stringify(String(value)),
  default: (_, fallback, value) => (isTrue(value) ? value : fallback),
  toYaml: (_, value) => writeYaml(value).trimEnd(),
  nindent: (_, count, text) => `\n${String(text).replace(/^(?=.)/gm, ' '.repeat(Number(count)))}`,
  printf: (_, format, ...values) => String(format).replace(/%[sv]/g, () => String(values.shift())),
  required: (_, message, value) => {
    if (isTrue(value)) return value
    throw new Error(String(message))
  },
}

/** Splits at a character that is not inside quotes or parentheses. */
function splitOutside(text: string, separator: string): string[] {
  const parts = ['']
  let depth = 0
  let isQuoted = false
  for (const character of text.trim()) {
    if (character === '"') isQuoted = !isQuoted
    if (!isQuoted && character === '(') depth += 1
    if (!isQuoted && character === ')') depth -= 1
    if (character === separator && depth === 0 && !isQuoted) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}
