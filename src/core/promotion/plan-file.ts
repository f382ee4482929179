/** Plans a separate document for a memory: a decision record or a skill. */
import type { Memory } from '../model/memory.ts'
import type { ProjectDocuments } from '../ports/host-files.ts'
import {
  type DecisionNaming,
  decisionText,
  fileNameOf,
  nextNaming,
  type PlanPorts,
  skillText,
} from './plan-lines.ts'
import { documentOf, type PromotionPlan } from './promotable.ts'
import type { PromotionTask } from './tasks.ts'

const nothing: PromotionPlan = {
  ...{ promotions: [], left: [], changes: [], records: [], forgotten: [] },
}

/** @param planned how many decision records are planned already */
export async function planFile(
  task: PromotionTask,
  ports: PlanPorts,
  planned: number,
): Promise<PromotionPlan> {
  const { record } = task
  if (task.want === 'present' && !record) return planNew(task, ports, planned)
  if (!record) return nothing
  const { memoryId, file } = record
  const path = await ports.documents.locate(file)
  const before = await ports.documents.read(path)
  const isOurs = before !== undefined && ports.hash(before) === record.hash
  if (task.want === 'absent') {
    const ends = task.isWithdrawn
      ? { records: [{ ...record, state: 'withdrawn' as const }] }
      : { forgotten: [memoryId] }
    if (before === undefined) return { ...nothing, ...ends }
    if (!isOurs) {
      const reason = `${task.reason}, but the file was changed by hand: remove it yourself`
      return { ...nothing, ...ends, left: [{ memoryId, file, reason }] }
    }
    const { memory, reason } = task
    return {
      ...{ ...nothing, ...ends },
      promotions: [{ action: 'remove', memoryId, content: memory?.content, file, reason }],
      changes: [{ file, path, before, after: undefined }],
    }
  }
  const { memory, reason } = task
  if (memory.contentHash === record.contentHash && isOurs) return nothing
  if (!isOurs) {
    const what = before === undefined ? 'removed' : 'changed'
    const left = [{ memoryId, file, reason: `the file was ${what} by hand` }]
    const state = before === undefined ? 'withdrawn' : 'edited'
    return { ...nothing, left, records: record.state === state ? [] : [{ ...record, state }] }
  }
  const after = rewrite(memory, before, file)
  return written(memory, { file, path, before, after }, { action: 'update', reason }, ports)
}

async function planNew(
  { memory, reason }: PromotionTask & { want: 'present' },
  ports: PlanPorts,
  planned: number,
): Promise<PromotionPlan> {
  const { documents } = ports
  const { file, text } =
    documentOf(memory) === 'skill'
      ? await newSkill(memory, documents)
      : await newDecision(memory, documents, planned)
  const path = await documents.locate(file)
  const before = await documents.read(path)
  const made = { action: 'add', reason } as const
  if (before === undefined) return written(memory, { file, path, before, after: text }, made, ports)
  const same = rewrite(memory, before, file)
  // Another machine wrote it, or a run that was interrupted before it was recorded.
  if (same === before) {
    const { records } = written(memory, { file, path, before, after: same }, made, ports)
    return { ...nothing, records }
  }
  const left = { memoryId: memory.id, file, reason: 'there is already a document of this name' }
  return { ...nothing, left: [left] }
}

function written(
  { id: memoryId, content, contentHash }: Memory,
  change: PromotionPlan['changes'][number] & { readonly after: string },
  made: { readonly action: 'add' | 'update'; readonly reason: string },
  { hash, projectId, at }: PlanPorts,
): PromotionPlan {
  const { file, after } = change
  const record = { memoryId, projectId, file, part: 'file', contentHash, at } as const
  return {
    ...nothing,
    promotions: [{ ...made, memoryId, content, file }],
    changes: [change],
    records: [{ ...record, hash: hash(after), state: 'held' }],
  }
}

const decisionFolders = ['docs/decisions', 'docs/adr']

async function newDecision(memory: Memory, documents: ProjectDocuments, planned: number) {
  const listed = await Promise.all(
    decisionFolders.map(async (folder) => ({ folder, names: await documents.list(folder) })),
  )
  const [usual] = listed
  const { folder, names } = listed.find((each) => each.names.length > 0) ??
    usual ?? { folder: 'docs/decisions', names: [] }
  const known = names.find((name) => name.endsWith(`-${fileNameOf(memory)}.md`))
  if (known !== undefined) return { file: `${folder}/${known}`, text: '' }
  let naming = nextNaming(names, await lastHeading(folder, names, documents))
  for (let passed = 0; passed < planned; passed++) naming = following(naming)
  return {
    file: `${folder}/${naming.prefix}${fileNameOf(memory)}.md`,
    text: decisionText(memory, naming),
  }
}

/** The naming after this one, for the next record of the same plan. */
function following({ number, prefix, heading }: DecisionNaming): DecisionNaming {
  const bump = (text: string) =>
    text.replace(/\d+/, (digits) => String(number + 1).padStart(digits.length, '0'))
  return { number: number + 1, prefix: bump(prefix), heading: bump(heading) }
}

async function lastHeading(
  folder: string,
  names: readonly string[],
  documents: ProjectDocuments,
): Promise<string | undefined> {
  const last = names.filter((name) => /\d.*\.md$/.test(name)).at(-1)
  if (last === undefined) return undefined
  const text = await documents.read(await documents.locate(`${folder}/${last}`))
  return text?.split(/\r?\n/).find((line) => line.startsWith('# '))
}

const skillFolders = ['.claude/skills', '.agents/skills']

/** Where the project has skills; otherwise where its agents look for them. */
async function newSkill(memory: Memory, documents: ProjectDocuments) {
  const listed = await Promise.all(skillFolders.map((folder) => documents.list(folder)))
  const root = await documents.list('.')
  const isClaude = root.includes('.claude') || root.includes('CLAUDE.md')
  const at = listed.findIndex((names) => names.length > 0)
  const folder = skillFolders[at >= 0 ? at : isClaude ? 0 : 1]
  const name = fileNameOf(memory)
  return { file: `${folder}/${name}/SKILL.md`, text: skillText(memory, name) }
}

/** The same document with the memory's current text. */
function rewrite(memory: Memory, before: string, file: string): string {
  if (documentOf(memory) === 'skill') return skillText(memory, file.split('/').at(-2) ?? '')
  const heading = /^#\s+(?:\D{0,12}?\d+\s*[.:–—-]?\s+)?/.exec(before)?.[0] ?? '# '
  return decisionText(memory, { number: 0, prefix: '', heading })
}
