/** Turns, tool events, sessions, memories and commits as search documents. */
import { editedFiles, touchedFiles } from '../activity/touched-files.ts'
import { textsIn } from '../model/json.ts'
import type { Memory } from '../model/memory.ts'
import type { ScopeRef, SearchDocument } from '../model/search-document.ts'
import type { ProjectCommit } from '../ports/commit-store.ts'
import type { SessionSource, ToolEventSource, TurnSource } from '../ports/history.ts'

/** A long text keeps its start and its end. */
const mostTurnCharacters = 8_000
const mostInputCharacters = 600
const mostOutputCharacters = 800
const mostTitleCharacters = 200

export function turnDocument(turn: TurnSource): SearchDocument {
  return {
    type: 'turn',
    id: turn.id,
    ...originOf(turn),
    position: turn.number,
    at: turn.startedAt,
    fields: {
      body: excerpt(turn.prompt ?? '', mostTurnCharacters),
      answer: excerpt(turn.answer ?? '', mostTurnCharacters),
      files: editedFiles(turn.tools, turn.cwd),
    },
  }
}

export function toolEventDocument(event: ToolEventSource): SearchDocument {
  return {
    type: 'tool-event',
    id: event.id,
    ...originOf(event),
    position: event.number,
    at: event.occurredAt,
    fields: {
      title: event.toolName,
      body: excerpt(textsIn(event.input).join('\n'), mostInputCharacters),
      answer: excerpt(textsIn(event.output).join('\n'), mostOutputCharacters),
      files: touchedFiles([event], event.cwd),
    },
  }
}

export function sessionDocument(session: SessionSource): SearchDocument {
  return {
    type: 'session',
    id: session.sessionId,
    ...originOf(session),
    at: session.startedAt,
    fields: {
      title: excerpt(session.firstPrompt ?? '', mostTitleCharacters),
      files: editedFiles(session.tools, session.cwd),
    },
  }
}

export function memoryDocument(memory: Memory): SearchDocument {
  const labels = [memory.key ?? '', ...memory.tags, ...memory.keywords]
  return {
    type: 'memory',
    id: memory.id,
    scope: { scope: memory.scope, scopeId: memory.scopeId },
    at: memory.updatedAt,
    kind: memory.kind,
    host: memory.host,
    validFrom: memory.validFrom,
    validTo: memory.validTo,
    ...(memory.scope === 'project' && { projectId: memory.scopeId }),
    ...(memory.scope === 'session' && { sessionId: memory.scopeId }),
    fields: {
      title: labels.filter((label) => label !== '').join(' '),
      body: memory.content,
      files: [...memory.files],
    },
  }
}

export function commitDocument(commit: ProjectCommit): SearchDocument {
  const { id, projectId, at, author, message, files } = commit
  return {
    type: 'commit',
    id,
    scope: { scope: 'project', scopeId: projectId },
    projectId,
    at,
    fields: { who: author, body: message, files },
  }
}

/** Belongs to the project or, without one, to the session. */
function originOf(source: TurnSource | ToolEventSource | SessionSource) {
  const { sessionId, projectId, host, branch } = source
  const scope: ScopeRef =
    projectId === undefined
      ? { scope: 'session', scopeId: sessionId }
      : { scope: 'project', scopeId: projectId }
  return { scope, sessionId, projectId, host, branch }
}

function excerpt(text: string, most: number): string {
  if (text.length <= most) return text
  const tail = Math.floor(most / 4)
  return `${text.slice(0, most - tail)}\n${text.slice(-tail)}`
}
