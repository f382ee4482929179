/**
 * The front matter of a page: what the compiler writes, then the members of the person's own, which
 * stay as they were written, whatever YAML that is.
 */
import type { JsonObject } from '../../model/json.ts'
import { readFrontMatter, writeFrontMatter } from '../../text/front-matter.ts'
import type { Page } from '../model.ts'

const compiled = ['title', 'type', 'aliases', 'tags', 'updated', 'sources']
const member = /^([\w.@-]+):(?=\s|$)/

export function renderPageFrontMatter(page: Page, own: Readonly<Record<string, unknown>>): string {
  const { title, type, updated } = page
  const written = writeFrontMatter({
    ...{ title, type, updated },
    aliases: page.aliases.length > 0 ? [...page.aliases] : undefined,
    tags: page.tags.length > 0 ? [...page.tags] : undefined,
    sources: updated === undefined ? undefined : page.sources,
  })
  const lines = Object.entries(ownFrontMatter(own)).map(([name, text]) =>
    name === '' ? text : `${name}:${text}`,
  )
  return [written.replace(/\n---\n$/, ''), ...lines, '---'].join('\n')
}

/** The members that the compiler does not write, as text; comments are the member without a name. */
export function ownFrontMatter(
  members: Readonly<Record<string, unknown>> | undefined,
): Record<string, string> {
  const own = Object.entries(members ?? {}).filter(([name]) => !compiled.includes(name))
  return Object.fromEntries(own.map(([name, text]) => [name, String(text)]))
}

/** @returns undefined if it cannot be read */
export function readPageFrontMatter(lines: readonly string[]): Record<string, unknown> | undefined {
  const members = new Map<string, string[]>()
  let name = ''
  for (const line of lines) {
    const found = member.exec(line)
    const isComment = line.startsWith('#')
    const isStray = name === '' && line.trim() !== ''
    if (!found && !isComment && (isStray || !/^(?:\s|- |-?$)/.test(line))) return undefined
    if (found) name = found[1] ?? ''
    const key = isComment ? '' : name
    const text = found ? line.slice(name.length + 1) : line
    if (key !== '' || text !== '') members.set(key, [...(members.get(key) ?? []), text])
  }
  const texts = Object.fromEntries([...members].map(([key, parts]) => [key, parts.join('\n')]))
  return { ...ownFrontMatter(texts), ...readCompiled(texts) }
}

function readCompiled(texts: Readonly<Record<string, string>>): JsonObject {
  const lines = compiled.flatMap((name) => (name in texts ? [`${name}:${texts[name]}`] : []))
  return readFrontMatter(['---', ...lines, '---', ''].join('\n')).fields
}
