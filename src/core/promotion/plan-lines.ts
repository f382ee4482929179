/**
 * Plans our block in an instruction file or an agent's memory: one line for each memory. Lines we did
 * not write stay.
 */
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
import type { AgentMemory, ProjectDocuments } from '../ports/host-files.ts'
import type { Promotion } from '../ports/projects.ts'
import { readSentences } from '../text/sentences.ts'
import { shorten } from '../text/shorten.ts'
import type { LeftAlone, PlannedPromotion, PromotionPlan } from './promotable.ts'
import type { PromotionTask } from './tasks.ts'

const blockName = 'promoted'
const headings = { document: '## Conventions', agent: '## Settled by the user' } as const
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
  ports: LinePorts,
): Promise<PromotionPlan> {
  const path = await ports.documents.locate(file)
  const before = await ports.documents.read(path)
  const edit = new BlockEdit({ file, before, lines: readPromotedLines(file, before) }, ports)
  for (const task of tasks) edit.take(task)
  const after = edit.isChanged ? edit.textWith(edit.lines) : before
  const shown = edit.agentMemory ? path : file
  return { ...edit.plan, changes: [{ file: shown, path, before, after }] }
}

interface LinePorts extends PlanPorts {
  /** Whether the user asks for this file, so that a block that is gone is written again. */
  readonly isRenewed: boolean
}

interface LineDocument {
  readonly file: string
  readonly before: string | undefined
  /** Of our block; undefined without one. */
  readonly lines: readonly string[] | undefined
}

/** @throws ThroughlineError `malformed-settings` */
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
  readonly agentMemory: AgentMemory | undefined
  readonly #file: string
  readonly #before: string | undefined
  readonly #heading: string
  /** An agent's memory is new where the project was moved, or on another machine. */
  readonly #isGone: boolean
  readonly #ports: LinePorts

  constructor({ file, before, lines }: LineDocument, ports: LinePorts) {
    this.agentMemory = ports.documents.agentMemories.find(({ name }) => name === file)
    this.#file = file
    this.#before = before
    this.#heading = headings[this.agentMemory ? 'agent' : 'document']
    this.#isGone = this.agentMemory !== undefined && lines === undefined
    this.lines = [...(lines ?? [this.#heading, '', note, ''])]
    this.#ports = ports
  }

  take(task: PromotionTask): void {
    const written = task.record
    const at = written
      ? this.lines.findIndex((line) => this.#ports.hash(line) === written.hash)
      : -1
    if (task.want === 'absent') this.#takeOut(task, at)
    else if (task.record && at < 0 && !this.#isGone) this.#leave(task.memory.id, task.record)
    else if (!task.record || at >= 0 || this.#ports.isRenewed) this.#write(task, at)
  }

  #takeOut(task: PromotionTask & { want: 'absent' }, at: number): void {
    const { record, memory, reason, isWithdrawn } = task
    const { memoryId } = record
    if (isWithdrawn) this.plan.records.push({ ...record, state: 'withdrawn' })
    else this.plan.forgotten.push(memoryId)
    if (at < 0) {
      if (this.#isGone) return
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
    if (record?.hash === hash && record.state === 'held' && at >= 0) return
    const { id: memoryId, content, contentHash } = memory
    const { projectId, at: now } = this.#ports
    const made = { memoryId, projectId, file: this.#file, part: 'line', hash, contentHash } as const
    const isThere = at >= 0 ? this.lines[at] === line : this.lines.includes(line)
    const lines = at >= 0 ? this.lines.with(at, line) : [...this.lines, line]
    if (!isThere && !this.#fits(lines)) {
      this.plan.left.push({
        memoryId,
        file: this.#file,
        reason: noRoom(this.agentMemory),
      })
      return
    }
    this.plan.records.push({ ...made, at: now, state: 'held' })
    if (isThere) return
    this.lines.splice(0, this.lines.length, ...lines)
    this.#note({ action: at >= 0 ? 'update' : 'add', memoryId, content, reason })
  }

  /** What does not fit would not be read, or something else of the agent's would not. */
  #fits(lines: readonly string[]): boolean {
    if (!this.agentMemory) return true
    const { mostLines, mostCharacters } = this.agentMemory
    const text = (this.textWith(lines) ?? '').trim()
    return text.length <= mostCharacters && text.split('\n').length <= mostLines
  }

  /** Without memories there is no block. */
  textWith(lines: readonly string[]): string | undefined {
    const isOurs = (line: string) => ['', this.#heading, note].includes(line.trim())
    const edit = lines.every(isOurs)
      ? removeBlock(this.#before, blockName)
      : replaceBlock(this.#before, { name: blockName, content: lines.join('\n') })
    if (edit.kind === 'broken') throw mismatch(this.#file, edit)
    return edit.text
  }

  #note(made: Omit<PlannedPromotion, 'file'>): void {
    this.isChanged = true
    this.plan.promotions.push({ ...made, file: this.#file })
  }
}

const noRoom = ({ mostLines, mostCharacters }: Partial<AgentMemory> = {}) =>
  `no room: the agent reads ${mostLines} lines and ${mostCharacters} characters of it`

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
