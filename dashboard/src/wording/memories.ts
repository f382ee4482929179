/** Display names of types, scopes, sources and relations. */
import type {
  hitTypes,
  LinkRelation,
  MemoryOrder,
  MemoryScope,
  MemorySourceName,
  MemoryStanding,
  TrustLevel,
} from '../../../src/contract/vocabulary.ts'

export const typeWords: Record<(typeof hitTypes)[number], string> = {
  memory: 'Memories',
  turn: 'Turns',
  'tool-event': 'Tool events',
  session: 'Sessions',
  commit: 'Commits',
}

export const scopeWords: Record<MemoryScope, string> = {
  global: 'Everywhere',
  project: 'One project',
  session: 'One session',
  agent: 'One agent',
}

export const sourceWords: Record<MemorySourceName, string> = {
  manual: 'Stored manually',
  heuristic: 'Learned by rules',
  model: 'Learned by a model',
  import: 'Imported',
  commit: 'Read from a commit',
  wiki: 'From the wiki',
  sync: 'From the team',
}

export const standingWords: Record<MemoryStanding, string> = {
  candidate: 'Candidates',
  memory: 'Confirmed',
}

export const orderWords: Record<MemoryOrder, string> = {
  changed: 'Last changed',
  created: 'Newest',
  used: 'Most used',
  importance: 'Most important',
}

export const trustWords: Record<TrustLevel, string> = {
  user: 'you',
  agent: 'an agent',
  teammate: 'a teammate',
  repository: 'a file of the repository',
  tool: 'a tool’s output',
}

export const relationWords: Record<LinkRelation, readonly [from: string, to: string]> = {
  supersedes: ['Supersedes', 'Superseded by'],
  contradicts: ['Contradicts', 'Contradicted by'],
  relates: ['Relates to', 'Relates to'],
  'derived-from': ['Derived from', 'Source of'],
}
