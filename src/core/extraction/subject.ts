/** The subject of an `extract` job, as text in the queue. */

export type ExtractionSubject =
  | { readonly kind: 'turn'; readonly turnId: string }
  | { readonly kind: 'idle' | 'compaction' | 'end'; readonly sessionId: string }

export function formatSubject(subject: ExtractionSubject): string {
  return subject.kind === 'turn' ? subject.turnId : `${subject.kind}:${subject.sessionId}`
}

export function parseSubject(text: string): ExtractionSubject {
  const [, kind, sessionId] = /^(idle|compaction|end):(.+)$/.exec(text) ?? []
  if (sessionId === undefined) return { kind: 'turn', turnId: text }
  return { kind: kind as 'idle' | 'compaction' | 'end', sessionId }
}
