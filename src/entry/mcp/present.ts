/** Results as text, for clients that show no structured content. */
import type { z } from 'zod'
import type { memory } from '../../contract/memory.ts'
import type { OutputOf } from '../../contract/operations/index.ts'
import { plainName } from '../../contract/team/author-name.ts'
import { describeCommit } from '../../contract/wording.ts'
import { claimNotice } from '../../core/project/settle-claim.ts'
import { quoteName } from '../../core/text/safe-text.ts'

export type MemoryLine = Pick<
  z.infer<typeof memory>,
  'id' | 'kind' | 'scope' | 'key' | 'content' | 'standing' | 'author' | 'trust'
> & { readonly stagedOn?: string | undefined; readonly failing?: string | undefined }

const lineCharacters = 300

export function describeMemory({ id, kind, scope, key, content, ...whose }: MemoryLine): string {
  const name = key === undefined ? '' : ` "${key}"`
  const what = [
    kind,
    scope,
    ...markAuthor(whose.author?.name),
    ...markForeign(whose.trust),
    ...markCandidate(whose.standing),
    ...markStaged(whose.stagedOn),
    ...markFailing(whose.failing),
  ].join(', ')
  return `${id} [${what}]${name} ${oneLine(content)}`
}

/** Nobody confirmed a candidate, so an agent should not rely on it. */
function markCandidate(standing: MemoryLine['standing'] | undefined): string[] {
  return standing === 'candidate' ? ['unconfirmed candidate'] : []
}

/** The code it is about may not be here. */
function markStaged(branch: string | undefined): string[] {
  return branch === undefined ? [] : [`on branch ${quoteName(branch)}, not merged here`]
}

/** It may be wrong by now. */
function markFailing(failing: string | undefined): string[] {
  return failing === undefined ? [] : [`perhaps outdated: ${failing}`]
}

function markAuthor(name: string | undefined): string[] {
  return name === undefined ? [] : [`teammate ${plainName(name)}`]
}

/** From outside: an agent should know that before it follows it. */
function markForeign(trust: MemoryLine['trust'] | undefined): string[] {
  return trust === 'repository' || trust === 'tool' ? [trust] : []
}

/** Recall shows a memory whole up to this length. */
const hitCharacters = 400

function describeHit(hit: OutputOf<'recall'>['hits'][number]): string {
  // A teammate's name says more than whose word it is, unless it is their agent's or a file's.
  const isPerson = hit.trust === 'teammate' || hit.trust === 'user'
  const isSaid = hit.trust === undefined || (hit.author !== undefined && isPerson)
  const whose = [
    ...(hit.commit === undefined
      ? markAuthor(hit.author)
      : [hit.commit.slice(0, 10), `author ${hit.author}`]),
    ...(isSaid ? [] : [hit.trust]),
    ...markCandidate(hit.standing),
    ...markStaged(hit.stagedOn),
    ...markFailing(hit.failing),
  ]
  const what = [hit.type, hit.kind, hit.scope, ...whose].filter(Boolean).join(', ')
  const parts = [
    oneLine(hit.text, hitCharacters),
    ...(hit.toolCall === undefined ? [] : [`tool call: ${oneLine(hit.toolCall)}`]),
    ...(hit.answer === undefined ? [] : [`→ ${oneLine(hit.answer)}`]),
    ...(hit.outdated ? [describeOutdated(hit.outdated)] : []),
    ...(hit.amends ? [`(amends ${hit.amends.join(', ')})`] : []),
    ...(hit.amendedBy === undefined ? [] : [`(amended later by ${hit.amendedBy})`]),
    ...(hit.explanation ? [`(${hit.explanation.join('; ')})`] : []),
  ]
  return `${hit.id} [${what}, ${day(hit.at)}] ${parts.filter(Boolean).join(' ')}`
}

export function describeRecall(
  { hits, withoutDate, unverifiedClaim }: OutputOf<'recall'>,
  nothing: string,
): string {
  return [
    ...(withoutDate ? ['Nothing was found for that date; without it:'] : []),
    ...(hits.length > 0 ? hits.map(describeHit) : [nothing]),
    ...(unverifiedClaim ? [claimNotice({ identity: unverifiedClaim })] : []),
  ].join('\n')
}

type Outdated = NonNullable<OutputOf<'recall'>['hits'][number]['outdated']>

const describeOutdated = ({ how, by, text }: Outdated) => `(${how} by ${by}: ${oneLine(text)})`

export function describeTimelineItem(item: OutputOf<'getTimeline'>['items'][number]): string {
  return `${item.isAsked ? '>' : ' '} ${item.id} [${item.type}, ${item.at}] ${oneLine(item.text)}`
}

export function linesOr(nothing: string, lines: readonly string[]): string {
  return lines.length === 0 ? nothing : lines.join('\n')
}

/** Which page of the list this is, and how to get the next; empty for the whole list. */
export function pageLines(offset: number, count: number, total: number): string[] {
  if (count === total) return []
  if (count === 0) return [`${total} in all; offset ${offset} is beyond the last`]
  const last = offset + count
  const more = last < total ? `; more with offset ${last}` : ''
  return [`${offset + 1}–${last} of ${total}${more}`]
}

/** One line. Never cuts a surrogate pair: model APIs refuse half a character. */
export function oneLine(text: string, most = lineCharacters): string {
  return cut(text.replace(/\s+/g, ' ').trim(), most)
}

export function cut(text: string, most: number): string {
  if (text.length <= most) return text
  return `${text.slice(0, most).replace(/[\ud800-\udbff]$/, '')}… (${text.length - most} more characters)`
}

const day = (time: string) => time.slice(0, 10)

export function memoryMarkdown(memory: OutputOf<'getMemory'>): string {
  const facts: [string, string | undefined][] = [
    ['id', memory.id],
    ['key', memory.key],
    ['scope', [memory.scope, memory.scopeId].filter(Boolean).join(' ')],
    ['standing', memory.standing === 'candidate' ? 'unconfirmed candidate' : undefined],
    ['on branch', memory.stagedOn && `${quoteName(memory.stagedOn)}, not merged here`],
    ['perhaps outdated', memory.failing],
    ['said by', memory.author ? `teammate ${quoteName(memory.author.name)}` : memory.trust],
    ['learned in', memory.host],
    ['tags', memory.tags.map(quoteName).join(', ')],
    ['files', memory.files.map(quoteName).join(', ')],
    ['commit', memory.commit],
    ['valid from', memory.validFrom],
    ['valid to', memory.validTo],
    ['superseded by', memory.supersededBy],
    ['asked for as', memory.redirectedFrom],
    ['version', String(memory.version)],
    ['learned from', memory.sources.map(sourceText).join(', ')],
    ['links', memory.links.map(({ from, relation, to }) => `${from} ${relation} ${to}`).join(', ')],
  ]
  return `# ${memory.kind}\n\n${memory.content}\n\n${factList(facts)}`
}

function sourceText(source: OutputOf<'getMemory'>['sources'][number]): string {
  const { type, ref, host } = source
  if (type === 'commit') return describeCommit(source, new Date())
  if (type === 'manual') return host === undefined ? 'stored by hand' : `stored in ${host}`
  if (type === 'import') return `imported from ${quoteName(ref)}`
  return host === undefined ? `${type} ${ref}` : `${type} ${ref} in ${host}`
}

export function factList(facts: readonly [string, string | undefined][]): string {
  const known = facts.filter(([, value]) => value !== undefined && value !== '')
  return known.map(([name, value]) => `- ${name}: ${value}\n`).join('')
}
