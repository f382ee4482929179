/** What recall finds: memories, history and commits, each one document with a few weighted fields. */

export const documentTypes = ['memory', 'turn', 'tool-event', 'session', 'commit'] as const
export type DocumentType = (typeof documentTypes)[number]

export interface DocumentKey {
  readonly type: DocumentType
  readonly id: string
}

/** Who can see a document: everyone if it is global, otherwise only that scope. */
export interface ScopeRef {
  readonly scope: 'global' | 'project' | 'session' | 'agent'
  /** Empty for `global`. */
  readonly scopeId: string
}

export interface SearchDocument extends DocumentKey {
  readonly scope: ScopeRef
  readonly fields: DocumentFields
  /** When it was said, done or learned; ISO 8601 UTC. */
  readonly at: string
  readonly projectId?: string | undefined
  readonly host?: string | undefined
  readonly sessionId?: string | undefined
  /** Number of the turn in its session, shared by its tool events; neighbours affect ranking. */
  readonly position?: number | undefined
  readonly branch?: string | undefined
  readonly kind?: string | undefined
  readonly validFrom?: string | undefined
  readonly validTo?: string | undefined
}

export interface DocumentFields {
  /** Names of the speakers other than the user and the agent; the author of a commit. */
  readonly who?: string | undefined
  /** Key, tags and keywords of a memory; the name of a tool; the title of a session. */
  readonly title?: string | undefined
  /** A memory's content, a prompt, a command. */
  readonly body?: string | undefined
  /** The agent's answer; the error or the excerpt of a tool's output. */
  readonly answer?: string | undefined
  /** Paths it mentions or changed, relative to the project. */
  readonly files?: readonly string[] | undefined
}

/** Ranking factors that do not depend on the query, and change without the text. */
export interface RankingFacts {
  /** 0 to 1. */
  readonly importance?: number | undefined
  readonly pinned?: boolean | undefined
  readonly uses?: number | undefined
  readonly lastUsedAt?: string | undefined
  /** Heard by a program and not confirmed. */
  readonly candidate?: boolean | undefined
  /** The words of a tool or a repository. */
  readonly foreign?: boolean | undefined
}

/** The content before the labels: of two lines that match equally well, the first is shown. */
export function documentText({ fields }: Pick<SearchDocument, 'fields'>): string {
  const parts = [fields.who, fields.body, fields.answer, fields.title, ...(fields.files ?? [])]
  return parts.filter((part) => part !== undefined && part !== '').join('\n')
}
