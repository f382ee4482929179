/** Stores a reader's reply: its items as memories or candidates, its summary in the digest. */

import { type Digest, summaryParts } from '../../contract/digest.ts'
import { outrightIn } from '../cues/outright.ts'
import { type DigestPorts, keepDigests } from '../digest/keep-digests.ts'
import { digestSession } from '../digest/session-digest.ts'
import { markForeign } from '../digest/turn-digest.ts'
import { type StorePorts, storeItems } from '../extraction/store-items.ts'
import { compareTrust } from '../memory/merge.ts'
import { isAboutSame } from '../memory/sameness.ts'
import type { WriteResult } from '../memory/write-memory.ts'
import { isValid, type Memory } from '../model/memory.ts'
import type { ExtractedItem } from '../model/window.ts'
import type { SessionPlace } from '../ports/history.ts'
import type { LanguageModel } from '../ports/models.ts'
import type { StoreTransaction } from '../ports/store.ts'
import { asksForForeign, followOrigins } from '../provenance/origins.ts'
import { isMadeOf, readProvenance } from '../provenance/session-provenance.ts'
import type { ConversationTurn } from './conversation.ts'
import { createEvidence, type QuotedEvidence } from './evidence.ts'
import type { ReadReply, ReplyItem, Summary } from './reply.ts'
import type { Handle } from './request.ts'

/** What a request confirmed the model; needed to understand the reply. */
export interface ReplyContext {
  readonly known: readonly Handle[]
  readonly found: readonly (Handle & { readonly memory: Memory })[]
  readonly heard: readonly Memory[]
  readonly summary: Summary
}

export interface Answered extends ReplyContext {
  readonly session: SessionPlace
  readonly model: Pick<LanguageModel, 'model'>
  /** Turns of the whole session, because a quote may come from any of them. */
  readonly turns: readonly ConversationTurn[]
  /** The last turn that was shown. */
  readonly through: number
  /** Its items are the final state, and become memories. */
  readonly isFinal: boolean
}

export interface ReplyPorts extends StorePorts, DigestPorts {
  readonly history: StorePorts['history']
  /** Returns the repository's current commit in this folder. */
  readonly commitOf: (folder: string | undefined) => Promise<string | undefined>
}

/** The first items of a session are right in nine of ten cases, later ones less often. */
const mostConfirmed = 6

export async function storeReply(
  reply: ReadReply,
  answered: Answered,
  ports: ReplyPorts,
): Promise<WriteResult[]> {
  const { session, through, isFinal } = answered
  const { sessionId } = session
  await followOrigins(ports)
  const items = await toItems(reply.items, answered, ports)
  const digest = await digestWith(reply.summary, answered, ports)
  const stored = await storeItems(
    {
      session,
      source: 'model',
      commit: await ports.commitOf(session.cwd),
      items: items.map(({ item }) => item),
      async record(tx, written, at) {
        for (const { item, result } of written) {
          const from = items.find((each) => each.item === item)?.found ?? []
          const heard = await saidBefore(answered.heard, item, result.memory, tx)
          for (const { id } of [...from, ...heard]) await replace(tx, id, result.memory.id, at)
        }
        if (digest) await tx.digests.put({ id: sessionId, sessionId, ...digest })
        const progress = {
          readThrough: through,
          readBy: answered.model.model,
          ...(isFinal && { settledThrough: through }),
        }
        await tx.extractions.advance(sessionId, progress, at)
      },
    },
    ports,
  )
  return stored.map(({ result }) => result)
}

/** What local rules heard in the same turns: the reader words it better. */
async function saidBefore(
  heard: readonly Memory[],
  { sources }: ExtractedItem,
  memory: Memory,
  { memories }: StoreTransaction,
): Promise<Memory[]> {
  const turns = new Set(sources.map(({ ref }) => ref))
  const same: Memory[] = []
  for (const each of heard) {
    if (compareTrust(memory.trust, each.trust) < 0 || memory.standing !== 'memory') continue
    const isOfTurn = (await memories.sources(each.id)).some(({ ref }) => turns.has(ref))
    if (isOfTurn && isAboutSame(each.content, memory.content)) same.push(each)
  }
  return same
}

/** Replaces a finding that the memory states in other words. */
async function replace(
  { memories }: StoreTransaction,
  finding: string,
  memory: string,
  at: string,
): Promise<void> {
  const current = await memories.find(finding)
  if (finding === memory || !current || current.pinned || !isValid(current)) return
  await memories.update(finding, { supersededBy: memory }, at)
  await memories.addLink({ from: memory, relation: 'supersedes', to: finding, createdAt: at })
}

interface SupportedItem {
  readonly item: ExtractedItem
  /** The findings of earlier parts that it states. */
  readonly found: readonly Memory[]
}

async function toItems(
  items: readonly ReplyItem[],
  { session, turns, known, found, isFinal }: Answered,
  ports: ReplyPorts,
): Promise<SupportedItem[]> {
  const evidenceOf = createEvidence(turns)
  const hasReadForeign = await ports.history.hasReadForeign(session.sessionId)
  const shown = turns.map(({ text }) => text).join('\n')
  const supported: SupportedItem[] = []
  let confirmed = 0
  for (const { quotes, findings, supersedes, ...item } of items) {
    const meant = found
      .filter(({ handle }) => findings.includes(handle))
      .map(({ memory }) => memory)
    const evidence = evidenceOf(item.content, quotes) ?? (await inherited(meant, turns, ports))
    if (!evidence) continue
    const isForeign = await asksForForeign(item.content, hasReadForeign, ports)
    const trust = isForeign ? ('tool' as const) : evidence.trust
    const mayConfirm =
      isFinal && trust !== 'tool' && evidence.standing === 'memory' && confirmed < mostConfirmed
    if (mayConfirm) confirmed += 1
    const isStated = !evidence.isOfOneCall && quotes.some(({ text }) => outrightIn(text).length > 0)
    supported.push({
      found: meant,
      item: {
        ...item,
        // Rules are always given, so the user must have stated it as one.
        kind: item.kind === 'rule' && !isStated ? 'preference' : item.kind,
        tags: [],
        keywords: [],
        trust,
        standing: mayConfirm ? 'memory' : 'candidate',
        // Models invent paths: keep only those the model saw in the session.
        files: item.files.filter((file) => shown.includes(file)),
        sources: evidence.turns.map(({ id }) => ({ type: 'turn', ref: id })),
        supersedes: idOf(supersedes, [...known, ...found]),
      },
    })
  }
  return supported
}

/** An item that combines earlier findings gets their trust. */
async function inherited(
  findings: readonly Memory[],
  turns: readonly ConversationTurn[],
  { memories }: ReplyPorts,
): Promise<QuotedEvidence | undefined> {
  if (findings.length === 0) return undefined
  const sources = await Promise.all(findings.map(({ id }) => memories.sources(id)))
  const refs = new Set(sources.flat().map(({ ref }) => ref))
  const trusts = findings.map(({ trust }) => trust)
  const trust = (['tool', 'agent', 'user'] as const).find((level) => trusts.includes(level))
  return {
    trust: trust ?? 'tool',
    standing: 'memory',
    isOfOneCall: false,
    turns: turns.filter(({ id }) => refs.has(id)),
  }
}

/** Ignores an unknown handle; searches for other words. */
function idOf(supersedes: string | undefined, handles: readonly Handle[]): string | undefined {
  if (supersedes === undefined) return undefined
  const [handle] = /^[mf]\d+\b/.exec(supersedes) ?? []
  if (handle === undefined) return supersedes
  return handles.find((each) => each.handle === handle)?.memory.id
}

/**
 * The session's digest with the summary; undefined for a repository's chat, which has none stored.
 */
async function digestWith(
  summary: Summary,
  { session: { sessionId, trust }, model, turns, through }: Answered,
  ports: ReplyPorts,
): Promise<{ readonly digest: Digest; readonly turnIds: string[] } | undefined> {
  const session = trust === undefined ? await ports.history.session(sessionId) : undefined
  const kept = session && (await keepDigests(session, ports))
  const cites = turns.map(({ id }) => id).slice(-1)
  const said = turns.map(({ words }) => `${words.user}\n${words.agent}`).join('\n')
  const isOwn = (text: string) => isMadeOf(text, said)
  const lines = summaryParts.flatMap((part) => {
    const text = summary[part]
    if (text === undefined) return []
    // Summary lines have no quotes. If neither user nor agent speaks of it, it is a stranger's word.
    return [{ part, text, cites, ...(!isOwn(text) && { foreign: true as const }) }]
  })
  if (!kept?.session || lines.length === 0) return undefined
  const title = summary.title !== undefined && isOwn(summary.title) && { title: summary.title }
  const made = { ...title, lines, through, madeBy: model.model }
  const provenance = await readProvenance(sessionId, ports)
  const marked = await markForeign({ ...kept.session, summary: made }, provenance)
  const digest = digestSession([...kept.turns.values()], marked.summary)
  return { digest, turnIds: [...kept.turns.keys()] }
}
