/**
 * What is wrong with memories of agents and other tools. Only what is sure is reported: two statements
 * that may both be true, or a path that may be about another folder, are left alone.
 */
import { speaksOfChange } from '../checks/checks-in.ts'
import { filesNamedBy } from '../context/file/file-triggers.ts'
import { yieldToEventLoop } from '../jobs/yield-to-event-loop.ts'
import { contrastedTerms, replacesName, singleValue } from '../memory/conflict.ts'
import { type NormalisedStatement, termsOf } from '../memory/normalise-statement.ts'
import { compareRead } from '../memory/sameness.ts'
import { wholeDays } from '../model/days.ts'
import type { OriginStore } from '../ports/extraction-store.ts'
import type { NearPair } from '../ports/review-store.ts'
import { outwardOrders } from '../provenance/elements.ts'
import { asksForForeign, type OriginPorts } from '../provenance/origins.ts'
import { findNearDuplicates } from '../review/compare-memories.ts'
import type { Audited } from './read-audited.ts'

/** In the order of the report. */
export const findingKinds = [
  'secret',
  'outside',
  'contradiction',
  'duplicate',
  'stale-path',
  'unused',
] as const

export interface AuditFinding {
  readonly kind: (typeof findingKinds)[number]
  /** The one at fault; of two that say the same, the one to keep comes second. */
  readonly memories: readonly [Audited, ...Audited[]]
  readonly what: string
}

export interface ExaminePorts {
  readonly origins: OriginPorts
  /** Whether there is a file or folder of this name below the folder. */
  readonly exists: (folder: string, name: string) => Promise<boolean>
  readonly now: string
}

export async function examine(
  audited: readonly Audited[],
  ports: ExaminePorts,
): Promise<AuditFinding[]> {
  const findings = audited.flatMap(findSecrets)
  for (const each of audited) {
    if (!each.isOver) findings.push(...(await findOutside(each, ports)))
  }
  const valid = audited.filter(({ isOver, isMemory }) => !isOver && isMemory)
  for (const ofOne of Map.groupBy(valid, ({ address }) => address).values()) {
    findings.push(...(await findPairs(ofOne)))
  }
  for (const each of valid) findings.push(...(await findStalePaths(each, ports)))
  return [...findings, ...findUnused(valid, ports.now)]
}

function findSecrets(audited: Audited): AuditFinding[] {
  const { line } = audited.place
  return [...Map.groupBy(audited.secrets, ({ linesBelow }) => linesBelow)].map(
    ([linesBelow, ofLine]): AuditFinding => {
      const place =
        line === undefined ? audited.place : { ...audited.place, line: line + linesBelow }
      const what = ofLine.map(({ kind }) => kind).join(', ')
      return { kind: 'secret', memories: [{ ...audited, place }], what }
    },
  )
}

/** The user's own words ask for what the user wants, unless nobody can see them. */
async function findOutside(audited: Audited, { origins }: ExaminePorts): Promise<AuditFinding[]> {
  const { author, memory, hidesText } = audited
  const found = (what: string): AuditFinding[] => [{ kind: 'outside', memories: [audited], what }]
  await yieldToEventLoop()
  if (hidesText) return found('characters in it are invisible')
  if (author === 'user') return []
  const { content } = memory
  if (posing.test(content)) return found('it poses as the user or as the system')
  if (overriding.test(content)) return found('it overrides other instructions')
  if (concealing.test(content)) return found('it hides something from the user')
  if (await asksForForeign(content, false, origins)) {
    return found('what it asks for first appeared in text from outside')
  }
  const strange = await withoutUsers(outwardOrders(content), origins.origins)
  if (strange.length === 0) return []
  return found('it asks to run, fetch or send something at an address that is not yours')
}

const posing =
  /<[\s/|]{0,8}(?:system|system-reminder|user|human|assistant|developer|throughline-context|im_start)\b[^<>]{0,80}>|\[\/?(?:INST|SYSTEM)\]/i
const overriding =
  /\b(?:ignore|disregard|forget|override|overrule)\b[^.;\n]{0,40}\b(?:previous|prior|above|earlier|preceding|other|user(?:['’]s)?|developer|system)\b[^.;\n]{0,20}\b(?:instructions?|rules?|prompts?|messages?|guidelines?|wishes)\b/i
const concealing =
  /\b(?:do not|don['’]t|never|without)\s+(?:tell|telling|inform|informing|notify|notifying|warn|warning|alert|alerting)\s+(?:the\s+)?(?:user|human|developer|owner)\b/i

/** What the user has typed once is known to the user. */
async function withoutUsers(
  keys: ReadonlySet<string>,
  origins: Pick<OriginStore, 'originsOf'>,
): Promise<string[]> {
  if (keys.size === 0) return []
  const known = await origins.originsOf([...keys])
  return [...keys].filter((key) => known.get(key) !== 'user')
}

/** @param ofOne all of one address */
async function findPairs(ofOne: readonly Audited[]): Promise<AuditFinding[]> {
  const { firsts: ordered, repeats } = splitRepeats(ofOne.toSorted(byWorth))
  const byId = new Map(ordered.map((each) => [each.memory.id, each]))
  const near = (await findNearDuplicates(ordered)).flatMap((pair) => {
    const [kept, other] = [byId.get(pair.one), byId.get(pair.other)]
    return kept && other ? toFinding(pair, kept, other) : []
  })
  const repeated = new Set(
    near.flatMap(({ kind, memories }) => (kind === 'duplicate' ? [memories[0].memory.id] : [])),
  )
  const distinct = ordered.filter(({ memory }) => !repeated.has(memory.id))
  const known = new Set(near.map(({ memories }) => pairName(memories)))
  const conflicts = findConflicts(distinct).filter(({ memories }) => !known.has(pairName(memories)))
  return [...near, ...conflicts, ...repeats]
}

/** Those whose significant words another has in the same order need no comparison. */
function splitRepeats(ordered: readonly Audited[]) {
  const firsts = new Map<string, Audited>()
  const repeats: AuditFinding[] = []
  for (const each of ordered) {
    const { words, anchors, limits } = each.statement
    // A path alone says nothing.
    if (words.length === 0) continue
    const said = JSON.stringify([words, anchors, limits, codeIn(each)])
    const first = firsts.get(said)
    if (first) repeats.push(duplicate(each, first))
    else firsts.set(said, each)
  }
  return { firsts: [...firsts.values()], repeats }
}

/** What is written as code must be the same: options and arguments are what it is about. */
const codeIn = ({ memory }: Audited) => memory.content.match(/`[^`]+`/g)?.join(' ') ?? ''

function duplicate(repeated: Audited, kept: Audited): AuditFinding {
  const isVerbatim = repeated.memory.content === kept.memory.content
  const what = isVerbatim ? 'the same words' : 'the same in other words'
  return { kind: 'duplicate', memories: [repeated, kept], what }
}

const pairName = (memories: readonly Audited[]) =>
  memories
    .map(({ memory }) => memory.id)
    .sort()
    .join(' ')

/** The user's words first, then the longer, then the newer. */
function byWorth(a: Audited, b: Audited): number {
  return (
    Number(b.author === 'user') - Number(a.author === 'user') ||
    b.statement.words.length - a.statement.words.length ||
    (b.writtenAt ?? '').localeCompare(a.writtenAt ?? '') ||
    Number(a.memory.id) - Number(b.memory.id)
  )
}

function toFinding({ likeness }: NearPair, kept: Audited, other: Audited): AuditFinding[] {
  if (likeness === 'same' || likeness === 'words') {
    return codeIn(kept) === codeIn(other) ? [duplicate(other, kept)] : []
  }
  const isOpposite = compareRead(kept.statement, other.statement) === 'opposite'
  return isOpposite || isOtherNumber(kept, other) ? [contradiction(kept, other)] : []
}

/** «Staging listens on port 5433» and «… 5434». Two facts may be about two things. */
function isOtherNumber(a: Audited, b: Audited): boolean {
  const [one, other] = [a.statement.anchors, b.statement.anchors]
  if (a.kind === 'fact' || b.kind === 'fact' || one.length !== other.length) return false
  const differing = one.flatMap((anchor, at) => (anchor === other[at] ? [] : [[anchor, other[at]]]))
  return (
    differing.length === 1 && differing[0]?.every((each) => /^\d[\d.]*$/.test(each ?? '')) === true
  )
}

/** The earlier one first, as far as their tools say. */
function contradiction(one: Audited, other: Audited): AuditFinding {
  const isLater = (other.writtenAt ?? '') > (one.writtenAt ?? '')
  const memories: AuditFinding['memories'] = isLater ? [one, other] : [other, one]
  return { kind: 'contradiction', memories, what: 'both cannot be true' }
}

/** Comparisons for one name that a statement says is replaced. */
const mostCompared = 200
const mostTermsCompared = 6

function findConflicts(ordered: readonly Audited[]): AuditFinding[] {
  return [...findOtherValues(ordered), ...findReplaced(ordered)]
}

/** Each with the first that gives the same thing another value. */
function findOtherValues(ordered: readonly Audited[]): AuditFinding[] {
  const firsts = new Map<string, { each: Audited; value: string }>()
  return ordered.flatMap((each) => {
    const { about, value } = singleValue(each.memory.content) ?? {}
    if (about === undefined || value === undefined) return []
    const first = firsts.get(about)
    if (!first) firsts.set(about, { each, value })
    return first && first.value !== value ? [contradiction(first.each, each)] : []
  })
}

function findReplaced(ordered: readonly Audited[]): AuditFinding[] {
  const byTerm = new Map<string, Audited[]>()
  const isShort = ({ words, anchors }: NormalisedStatement) =>
    words.length + anchors.length <= mostTermsCompared
  for (const each of ordered.filter(({ statement }) => isShort(statement))) {
    for (const term of termsOf(each.memory.content)) {
      byTerm.set(term, [...(byTerm.get(term) ?? []), each].slice(0, mostCompared))
    }
  }
  return ordered.flatMap((later) => {
    const { content } = later.memory
    const others = new Set(contrastedTerms(content).flatMap((term) => byTerm.get(term) ?? []))
    return [...others]
      .filter((earlier) => earlier !== later && replacesName(content, earlier.memory.content))
      .map((earlier) => contradiction(earlier, later))
  })
}

/** A path counts if the project has its first folder, and if the memory does not ask to make it. */
async function findStalePaths(audited: Audited, { exists }: ExaminePorts): Promise<AuditFinding[]> {
  const { root, files, memory } = audited
  if (root === undefined || speaksOfChange(memory.content)) return []
  const gone: string[] = []
  for (const { path } of filesNamedBy({ files: [...files], content: memory.content })) {
    const parts = path.split('/')
    if (parts.length < 2 || parts.includes('..') || parts[0] === '') continue
    if (placeholder.test(path)) continue
    if (await exists(root, path)) continue
    if (await exists(root, parts[0] ?? '')) gone.push(path)
  }
  if (gone.length === 0) return []
  const what = gone.length === 1 ? `${gone[0]} is gone` : `${gone.join(', ')} are gone`
  return [{ kind: 'stale-path', memories: [audited], what }]
}

const placeholder =
  /(?:^|\/)(?:path\/to|foo|bar|baz|examples?|my[-_]?\w*|your[-_]?\w*|some[-_]?\w*|x+|name)(?:[/.]|$)/i

/** Days after which a memory had its chance. */
const longUnused = 30

/** Only of tools that count uses, which shows by one that was used. */
function findUnused(valid: readonly Audited[], now: string): AuditFinding[] {
  return [...Map.groupBy(valid, ({ place }) => place.path).values()].flatMap((ofStore) => {
    if (!ofStore.some(({ uses = 0 }) => uses > 0)) return []
    return ofStore
      .filter(({ uses, writtenAt }) => uses === 0 && isOld(writtenAt, now))
      .map(
        (each): AuditFinding => ({
          kind: 'unused',
          memories: [each],
          what: 'its tool never used it',
        }),
      )
  })
}

const isOld = (writtenAt: string | undefined, now: string) =>
  writtenAt !== undefined && wholeDays(writtenAt, new Date(now)) >= longUnused
