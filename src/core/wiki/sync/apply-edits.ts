/** Turns edits on pages into memories. Refused or waiting edits stay on their page. */
import type { Memory } from '../../model/memory.ts'
import type { PagePath, Passage } from '../model.ts'
import type { EditWriter } from './edit-writer.ts'
import type {
  StatementAddition,
  StatementRemoval,
  WikiChange,
  WikiDecision,
  WikiEdit,
} from './edits.ts'

/** More removals than this at once may be an accident. */
const mostForgotten = 5

interface Circumstances {
  readonly memories: ReadonlyMap<string, Memory>
  readonly held: ReadonlySet<string>
  readonly wanted: 'keep' | 'forget' | 'put-back'
  /** No build is known. */
  readonly isFirst: boolean
  /** Already reported: anchors of conflicts, and pages with refused items. */
  readonly open: {
    readonly conflicts: ReadonlySet<string>
    readonly refused: ReadonlySet<PagePath>
  }
}

export async function applyEdits(
  { decision, newPages }: { decision: WikiDecision; newPages: readonly StatementAddition[] },
  around: Circumstances,
  writer: EditWriter,
) {
  const conflicts = new Map(decision.conflicts)
  const kept = new Map<PagePath, Passage[]>()
  const consumed = new Set<PagePath>()
  const changes: WikiChange[] = []
  const { toForget, held } = sortRemovals(decision, around)
  const others = decision.edits.filter(({ type }) => type !== 'forget')
  let hasChanged = false
  for (const edit of [...others, ...newPages, ...toForget]) {
    const memory = 'anchor' in edit ? around.memories.get(edit.anchor ?? '') : undefined
    const outcome = await writer.apply(asOld(edit, around), memory)
    hasChanged ||= outcome.what !== 'unchanged' && outcome.what !== 'refused'
    const isOld = outcome.what === 'refused' && around.open.refused.has(edit.page)
    if (outcome.what !== 'unchanged' && !isOld) changes.push(toChange(edit, memory, outcome))
    if (outcome.what === 'refused') keepText(edit, conflicts, kept)
    else if (edit.type === 'create' && edit.line === 0) consumed.add(edit.page)
  }
  for (const [anchor, text] of decision.conflicts) {
    if (around.open.conflicts.has(anchor)) continue
    changes.push({ what: 'conflict', path: '', anchor, content: text })
  }
  for (const anchor of held) {
    if (around.held.has(anchor)) continue
    const content = around.memories.get(anchor)?.content ?? ''
    changes.push({ what: 'held', path: '', anchor, content })
  }
  return { changes, conflicts, held, kept, consumed, hasChanged }
}

function sortRemovals(
  { edits, returned }: WikiDecision,
  { memories, held: before, wanted }: Circumstances,
): { toForget: StatementRemoval[]; held: Set<string> } {
  const removals = edits.filter((edit) => edit.type === 'forget')
  const waiting = [...before].filter((anchor) => !returned.has(anchor) && memories.has(anchor))
  const confirmed = waiting.map(
    (anchor): StatementRemoval => ({ type: 'forget', anchor, page: '' }),
  )
  if (wanted === 'forget') return { toForget: [...removals, ...confirmed], held: new Set() }
  const stillHeld = wanted === 'put-back' ? [] : waiting
  if (removals.length <= mostForgotten) return { toForget: removals, held: new Set(stillHeld) }
  return { toForget: [], held: new Set([...stillHeld, ...removals.map(({ anchor }) => anchor)]) }
}

function asOld(edit: WikiEdit, { isFirst }: Circumstances): WikiEdit {
  return edit.type === 'create' && isFirst ? { ...edit, mayBeOld: true } : edit
}

function toChange(
  edit: WikiEdit,
  memory: Memory | undefined,
  outcome: Exclude<Awaited<ReturnType<EditWriter['apply']>>, { what: 'unchanged' }>,
): WikiChange {
  const written = 'text' in edit ? edit.text : undefined
  return {
    what: outcome.what,
    path: edit.page,
    anchor: edit.anchor,
    content: written ?? memory?.content ?? '',
    ...('memory' in outcome && { memoryId: outcome.memory.id }),
    ...(outcome.what === 'refused' && { reason: outcome.reason }),
  }
}

/** The page keeps the refused text where a person finds it. */
function keepText(
  edit: WikiEdit,
  conflicts: Map<string, string>,
  kept: Map<PagePath, Passage[]>,
): void {
  if (edit.type === 'revise' && edit.text !== undefined) conflicts.set(edit.anchor, edit.text)
  if (edit.type !== 'create' || edit.line === 0) return
  const mark = edit.kind === undefined ? '' : ` *(${edit.kind})*`
  const text = `- ${edit.text.replaceAll('\n', '\n  ')}${mark}`
  const after = edit.heading === '' ? undefined : { heading: edit.heading }
  kept.set(edit.page, [...(kept.get(edit.page) ?? []), { after, text, line: edit.line }])
}
