/** The front matter of a page: what the compiler writes, then the members of the person's own. */
import type { Page } from '../model.ts'

const compiled = ['title', 'type', 'aliases', 'tags', 'updated', 'sources']

export function renderPageFrontMatter(page: Page, own: Readonly<Record<string, unknown>>): string {
  const { title, type, aliases, tags, updated } = page
  const sources = updated === undefined ? undefined : page.sources
  const members = { title, type, aliases, tags, updated, sources, ...ownFrontMatter(own) }
  const lines = Object.entries(members).flatMap(([name, value]) =>
    value === undefined || (Array.isArray(value) && value.length === 0 && compiled.includes(name))
      ? []
      : [`${name}: ${name === 'type' ? value : JSON.stringify(value)}`],
  )
  return ['---', ...lines, '---'].join('\n')
}

/** The members that the compiler does not write. */
export function ownFrontMatter(
  members: Readonly<Record<string, unknown>> | undefined,
): Record<string, unknown> {
  const own = Object.entries(members ?? {}).filter(([name]) => !compiled.includes(name))
  return Object.fromEntries(own)
}

/** @returns undefined if it cannot be read */
export function readPageFrontMatter(lines: readonly string[]): Record<string, unknown> | undefined {
  const members = new Map<string, unknown>()
  let last: string | undefined
  for (const line of lines) {
    if (line.trim() === '' || line.startsWith('#')) continue
    const [, item] = /^[ \t]*- +(.*)$/s.exec(line) ?? []
    if (item !== undefined && last !== undefined) {
      const list = members.get(last)
      members.set(last, [...(Array.isArray(list) ? list : []), readValue(item)])
      continue
    }
    const [, name, value = ''] = /^([\w-]+):[ \t]*(.*)$/s.exec(line) ?? []
    if (name === undefined) return undefined
    last = name
    members.set(name, readValue(value))
  }
  return Object.fromEntries(members)
}

function readValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const [, list] = /^\[(.*)\]$/s.exec(text.trim()) ?? []
    return list === undefined ? unquoted(text) : list.split(',').map((item) => unquoted(item))
  }
}

const unquoted = (text: string) => text.trim().replace(/^'(.*)'$/s, '$1')
