/** A memory or a session as a page a person or a model can read. */
import type { z } from 'zod'
import type { OutputOf } from '../../contract/operations/index.ts'
import { quoteName } from '../../core/text/safe-text.ts'
import type { sessionPage } from './session-page.ts'

export function memoryMarkdown(memory: OutputOf<'getMemory'>): string {
  const facts: [string, string | undefined][] = [
    ['id', memory.id],
    ['key', memory.key],
    ['scope', [memory.scope, memory.scopeId].filter(Boolean).join(' ')],
    ['standing', memory.standing === 'candidate' ? 'unconfirmed candidate' : undefined],
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

export function sessionMarkdown(session: z.infer<typeof sessionPage>): string {
  const facts: [string, string | undefined][] = [
    ['id', session.id],
    ['host', session.host],
    ['said by', session.trust],
    ['project', session.project && quoteName(session.project.name)],
    ['branch', session.branch && quoteName(session.branch)],
    ['folder', session.cwd && quoteName(session.cwd)],
    ['started', session.startedAt],
    ['ended', session.endedAt],
    ['turns', String(session.turns)],
  ]
  const turns = session.timeline.map(turnMarkdown)
  const more = session.nextTurn === undefined ? [] : [`More from turn ${session.nextTurn}.\n`]
  const digest = session.digest === undefined ? [] : [`${session.digest}\n`]
  return ['# session\n', factList(facts), ...digest, ...turns, ...more].join('\n')
}

function sourceText({ type, ref, host }: OutputOf<'getMemory'>['sources'][number]): string {
  if (type === 'manual') return host === undefined ? 'stored by hand' : `stored in ${host}`
  if (type === 'import') return `imported from ${quoteName(ref)}`
  return host === undefined ? `${type} ${ref}` : `${type} ${ref} in ${host}`
}

function turnMarkdown(turn: z.infer<typeof sessionPage>['timeline'][number]): string {
  const leftOut = turn.toolEventsLeftOut
  const tools = [
    ...turn.toolEvents.map(
      ({ toolName, outcome }) =>
        `- ${quoteName(toolName)}${outcome === 'failed' ? ' (failed)' : ''}`,
    ),
    ...(leftOut === undefined ? [] : [`- ${leftOut} more`]),
  ]
  const parts = [
    `## ${turn.number}. ${turn.startedAt}`,
    turn.prompt ?? '(prompt not captured)',
    ...(tools.length > 0 ? [tools.join('\n')] : []),
    ...(turn.answer === undefined ? [] : [`Answer: ${turn.answer}`]),
    ...(turn.outcome === 'failed' || turn.outcome === 'cut' ? [`(${turn.outcome})`] : []),
  ]
  return `${parts.join('\n\n')}\n`
}

function factList(facts: readonly [string, string | undefined][]): string {
  const known = facts.filter(([, value]) => value !== undefined && value !== '')
  return known.map(([name, value]) => `- ${name}: ${value}\n`).join('')
}
