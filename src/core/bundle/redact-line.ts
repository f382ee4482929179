/** Redacts a line of a bundle with today's rules: what was stored passed those of its time. */
import type { BundleLine, BundleMemoryLine } from '../../contract/bundle.ts'
import { redactPayload } from '../capture/redact-payload.ts'
import type { Json } from '../model/json.ts'
import type { Redactor } from '../ports/redactor.ts'

/** Members with text. The others are ids, hashes, numbers and times, some of which look like secrets. */
const texts: Readonly<Record<string, readonly string[]>> = {
  sessions: ['cwd', 'branch', 'transcript_path', 'model', 'end_reason', 'shared_session', 'agent'],
  turns: ['prompt', 'answer'],
  events: ['fields', 'cwd'],
  tool_events: ['tool_name', 'agent_name', 'input', 'output'],
  digests: ['body'],
  proposals: ['wanted'],
  project_merges: ['name', 'root'],
  injected_lines: ['reason'],
  file_checks: ['changes'],
  promotions: ['file'],
  review_decisions: ['applied', 'because'],
}

const memoryTexts = ['content', 'key', 'tags', 'keywords', 'files']

export function redactLine(line: BundleLine, redactor: Redactor): BundleLine {
  switch (line.type) {
    case 'row':
      return { ...line, row: redactMembers(line.row, texts[line.table] ?? [], redactor) }
    case 'memory':
      return redactState(line, redactor)
    case 'forgotten':
      return line.archive ? { ...line, archive: redactState(line.archive, redactor) } : line
    case 'project':
      return redactMembers(line, ['name', 'root'], redactor)
    case 'successor':
      return line
  }
}

interface StateOfMemory {
  readonly memory: BundleMemoryLine['memory']
  readonly revisions?: readonly { readonly memory: BundleMemoryLine['memory'] }[]
  /** What was forgotten along with it. */
  readonly along?: readonly StateOfMemory[]
}

function redactState<T extends object>(given: T, redactor: Redactor): T {
  const state = given as T & StateOfMemory
  const redactMemory = <M extends object>(memory: M) => redactMembers(memory, memoryTexts, redactor)
  return {
    ...state,
    memory: redactMemory(state.memory),
    ...(state.revisions && {
      revisions: state.revisions.map((each) => ({ ...each, memory: redactMemory(each.memory) })),
    }),
    ...(state.along && { along: state.along.map((each) => redactState(each, redactor)) }),
  }
}

function redactMembers<T extends object>(
  value: T,
  names: readonly string[],
  redactor: Redactor,
): T {
  const given = Object.entries(value).filter(([name]) => names.includes(name)) as [string, Json][]
  return { ...value, ...redactPayload(Object.fromEntries(given), redactor) }
}
