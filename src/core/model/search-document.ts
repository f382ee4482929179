/** What recall finds: memories and history, each as one document with a few weighted fields. */

export const documentTypes = ['memory', 'turn', 'tool-event', 'session'] as const
export type DocumentType = (typeof documentTypes)[number]

export interface DocumentKey {
  readonly type: DocumentType
  /** The id of the memory, turn, tool event or session. */
  readonly id: string
}

/** Who may see a document: a global one everybody, any other who is in that scope. */
export interface ScopeRef {
  readonly scope: 'global' | 'project' | 'session' | 'agent'
  /** Empty for `global`. */
  readonly scopeId: string
}

export interface SearchDocument extends DocumentKey {
  readonly scope: ScopeRef
  readonly fields: DocumentFields
  /** When it was said, done or learnt; ISO 8601 UTC. */
  readonly at: string
  readonly projectId?: string | undefined
  readonly host?: string | undefined
  readonly sessionId?: string | undefined
  /** Its number within the session, the same for a turn and its tool events; neighbours count. */
  readonly position?: number | undefined
  readonly branch?: string | undefined
  /** Of a memory. */
  readonly kind?: string | undefined
  readonly validFrom?: string | undefined
  readonly validTo?: string | undefined
}

export interface DocumentFields {
  /** Names of who said it, where that is somebody other than the user and the agent. */
  readonly who?: string | undefined
  /** Key, tags and keywords of a memory; the name of a tool; the title of a session. */
  readonly title?: string | undefined
  /** A memory's content, a prompt, a command. */
  readonly body?: string | undefined
  /** The agent's answer; the error or the excerpt of a tool's output. */
  readonly answer?: string | undefined
  /** Paths it touched, relative to the project. */
  readonly files?: readonly string[] | undefined
}

/** What lifts or sinks a document whatever is asked; changes without its text. */
export interface Standing {
  /** 0 to 1. */
  readonly importance?: number | undefined
  readonly pinned?: boolean | undefined
  readonly uses?: number | undefined
  /** The files it is anchored to changed heavily or are gone. */
  readonly stale?: boolean | undefined
}

/** What it says before its labels: of two lines that match as well, the first is shown. */
export function documentText({ fields }: Pick<SearchDocument, 'fields'>): string {
  const parts = [fields.who, fields.body, fields.answer, fields.title, ...(fields.files ?? [])]
  return parts.filter((part) => part !== undefined && part !== '').join('\n')
}
