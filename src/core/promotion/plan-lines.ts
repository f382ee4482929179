/** Plans our block in an instruction file: one line for each memory. Lines we did not write stay. */
import { ThroughlineError } from '../../contract/errors.ts'
import {
  type BrokenBlock,
  findBlock,
  removeBlock,
  replaceBlock,
} from '../instruction-block/edit-block.ts'
import type { Hash } from '../model/content-key.ts'
import { dateOf } from '../model/days.ts'
import { type Memory, shortId } from '../model/memory.ts'
import type { ProjectDocuments } from '../ports/host-files.ts'
import type { Promotion } from '../ports/projects.ts'
import { readSentences } from '../text/sentences.ts'
import { shorten } from '../text/shorten.ts'
import type { LeftAlone, PlannedPromotion, PromotionPlan } from './promotable.ts'
import type { PromotionTask } from './tasks.ts'

const blockName = 'promoted'
const heading = '## Conventions'
const note = '<!-- Written by `throughline promote`. Edit freely: changed lines are left alone. -->'

export interface PlanPorts {
  readonly documents: ProjectDocuments
  readonly hash: Hash
  readonly at: string
  readonly projectId: string
}

/** @throws ThroughlineError `malformed-settings` if the file's markers do not match */
export async function planLines(
  file: string,
  tasks: readonly PromotionTask[],
  ports: PlanPorts,
): Promise<PromotionPlan> {
  const path = await ports.documents.locate(file)
  const before = await ports.documents.read(path)
  const block = readPromotedLines(file, before)
  const edit = new BlockEdit(file, block ?? [heading, '', note, ''], ports)
  for (const task of tasks) edit.take(task)
  const changed = edit.isChanged ? writeBlock(before, edit.lines) : { text: before }
  return { ...edit.plan, changes: [{ file, path, before, after: changed.text }] }
}

/** The lines of our block; undefined without one. @throws ThroughlineError `malformed-settings` */
function readPromotedLines(file: string, text: string | undefined): string[] | undefined {
  const found = text === undefined ? undefined : findBlock(text, blockName)
  if (found?.kind === 'broken') throw mismatch(file, found)
  if (text === undefined || found?.kind !== 'present') return undefined
  return text.slice(found.start, found.end).split(/\r?\n/).slice(1, -1)
}

class BlockEdit {
  readonly lines: string[]
  isChanged = false
  readonly plan = {
    promotions: [] as PlannedPromotion[],
    left: [] as LeftAlone[],
    records: [] as Promotion[],
    forgotten: [] as string[],
  }
  readonly #file: string
  readonly #ports: PlanPorts

  constructor(file: string, lines: readonly string[], ports: PlanPorts) {
    this.#file = file
    this.lines = [...lines]
    this.#ports = ports
  }

  take(task: PromotionTask): void {
    const written = task.record
    const at = written
      ? this.lines.findIndex((line) => this.#ports.hash(line) === written.hash)
      : -1
    if (task.want === 'absent') this.#takeOut(task, at)
    else if (task.record && at < 0) this.#leave(task.memory.id, task.record)
    else this.#write(task, at)
  }

  #takeOut(task: PromotionTask & { want: 'absent' }, at: number): void {
    const { record, memory, reason, isWithdrawn } = task
    const { memoryId } = record
    if (isWithdrawn) this.plan.records.push({ ...record, state: 'withdrawn' })
    else this.plan.forgotten.push(memoryId)
    if (at < 0) {
      const why = `${reason}, but its line was changed by hand: take it out yourself`
      this.plan.left.push({ memoryId, file: this.#file, reason: why })
      return
    }
    this.lines.splice(at, 1)
    this.#note({ action: 'remove', memoryId, content: memory?.content, reason })
  }

  #leave(memoryId: string, record: Promotion): void {
    this.plan.left.push({ memoryId, file: this.#file, reason: 'its line was changed by hand' })
    if (record.state !== 'edited') this.plan.records.push({ ...record, state: 'edited' })
  }

  #write({ memory, record, reason }: PromotionTask & { want: 'present' }, at: number): void {
    const line = instructionLine(memory)
    const hash = this.#ports.hash(line)
    if (record?.hash === hash && record.state === 'held') return
    const { id: memoryId, content, contentHash } = memory
    const { projectId, at: now } = this.#ports
    const made = { memoryId, projectId, file: this.#file, part: 'line', hash, contentHash } as const
    this.plan.records.push({ ...made, at: now, state: 'held' })
    if (at >= 0 ? this.lines[at] === line : this.lines.includes(line)) return
    if (at >= 0) this.lines[at] = line
    else this.lines.push(line)
    this.#note({ action: record ? 'update' : 'add', memoryId, content, reason })
  }

  #note(made: Omit<PlannedPromotion, 'file'>): void {
    this.isChanged = true
    this.plan.promotions.push({ ...made, file: this.#file })
  }
}

function writeBlock(
  before: string | undefined,
  lines: readonly string[],
): { readonly text: string | undefined } {
  const isOurs = (line: string) => ['', heading, note].includes(line.trim())
  const edit = lines.every(isOurs)
    ? removeBlock(before, blockName)
    : replaceBlock(before, { name: blockName, content: lines.join('\n') })
  if (edit.kind === 'broken') throw mismatch('the file', edit)
  return edit
}

function mismatch(file: string, { problem, line }: BrokenBlock): ThroughlineError {
  const message = `${file} has markers that do not match: ${problem} (line ${line})`
  return new ThroughlineError('malformed-settings', message, {
    hint: 'correct the file there and run the command again; nothing was changed',
  })
}

/** Always one line: the memory's text cannot start a comment, a marker or an import of a file. */
function instructionLine({ content }: Pick<Memory, 'content'>): string {
  const line = content.replace(/\s+/g, ' ').trim().replaceAll('<!--', '&lt;!--')
  return `- ${line.replace(/(^|[\s(])(@[^\s`]+)/g, '$1`$2`')}`
}

export interface DecisionNaming {
  readonly number: number
  /** As the project writes it: `0028-`. */
  readonly prefix: string
  /** How the project's records begin: `# 28. `. */
  readonly heading: string
}

const usualNaming: DecisionNaming = { number: 1, prefix: '0001-', heading: '# 1. ' }

/** The next number, in the style of the project's last record. */
export function nextNaming(
  names: readonly string[],
  headingOf: string | undefined,
): DecisionNaming {
  const known = names.flatMap((name) => {
    const [, before = '', digits, after = ''] =
      /^([a-z_-]*?)(\d{1,6})([-_. ]+).*\.md$/i.exec(name) ?? []
    return digits === undefined ? [] : [{ before, digits, after, number: Number(digits) }]
  })
  const last = known.reduce<(typeof known)[number] | undefined>(
    (latest, each) => (latest && latest.number >= each.number ? latest : each),
    undefined,
  )
  if (!last) return usualNaming
  const number = last.number + 1
  const padded = (digits: string) => String(number).padStart(digits.length, '0')
  const heading = /^(#\s+\D{0,12}?)(\d+)(\s*[.:–—-]?\s+)/.exec(headingOf ?? '')
  return {
    number,
    prefix: `${last.before}${padded(last.digits)}${last.after}`,
    heading: heading
      ? `${heading[1]}${heading[2]?.startsWith('0') ? padded(heading[2]) : number}${heading[3]}`
      : '# ',
  }
}

export function decisionText(memory: Memory, { heading }: DecisionNaming): string {
  const date = dateOf(new Date(memory.validFrom), 0)
  return `${heading}${titleOf(memory)}\n\n${date}\n\n${bodyOf(memory)}\n`
}

export function skillText(memory: Memory, name: string): string {
  const description = JSON.stringify(shorten(oneLine(memory.content), 250))
  return `---\nname: ${name}\ndescription: ${description}\n---\n\n# ${titleOf(memory)}\n\n${bodyOf(memory)}\n`
}

const longestName = 48

/** For a file or folder: lower-case letters, digits and hyphens. */
export function fileNameOf(memory: Memory): string {
  const words = titleOf(memory)
    .normalize('NFKD')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  const name = words?.reduce((joined, word) => {
    const longer = joined === '' ? word : `${joined}-${word}`
    return longer.length <= longestName ? longer : joined
  }, '')
  return name || `${memory.kind}-${shortId(memory.id)}`
}

function titleOf({ content }: Memory): string {
  const first = readSentences(content)[0]?.text ?? content
  return shorten(oneLine(first).replace(/[.!:;,]+$/, ''), 70)
}

/** Keeps lines, but nothing in it starts front matter, a comment or a marker. */
function bodyOf({ content }: Memory): string {
  return content.trim().replaceAll('<!--', '&lt;!--').replace(/^---$/gm, '***')
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
