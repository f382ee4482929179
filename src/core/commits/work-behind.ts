/**
 * The captured work behind a commit. Strongest evidence first: git reported the commit in the session;
 * the session committed with its subject; the session edited its files since they were last committed.
 */
import type { OutputOf } from '../../contract/operations/index.ts'
import { splitCommands } from '../activity/command-line.ts'
import { closeness, filesNamedBy } from '../context/file/file-triggers.ts'
import { shippedIn } from '../digest/shipped.ts'
import { isWithin, projectPath } from '../model/folder-path.ts'
import type { Action } from '../model/host-event.ts'
import { isValid } from '../model/memory.ts'
import type { CapturedTurn, History, SessionDetail } from '../ports/history.ts'
import type { MemoryStore } from '../ports/memory-store.ts'
import { shorten } from '../text/shorten.ts'

type Work = Omit<OutputOf<'traceCommit'>, 'commit'>
type FoundSession = Work['sessions'][number]

export interface WorkQuestion {
  readonly projectId: string
  /** The top of the work tree. */
  readonly root: string
  /** When each was last committed before, if known. */
  readonly files: ReadonlyMap<string, Date | undefined>
  readonly until: Date
  readonly commit?: {
    readonly id: string
    readonly subject: string
    /** A rebase commits again what was made earlier. */
    readonly committedAt: Date
  }
}

export interface WorkPorts {
  readonly history: Pick<History, 'sessions' | 'session' | 'turnsOf' | 'memoriesFrom'>
  readonly memories: Pick<MemoryStore, 'findMany' | 'learnedFrom'>
}

const dayMs = 86_400_000
/** Before a commit, where it is not known when its files were last committed. */
const longestWorkMs = 14 * dayMs
/** A hook hears of a commit after it. */
const slackMs = 60_000
/** Git counts whole seconds. */
const gitSecondMs = 1_000
const mostSessions = 50
const mostTurns = 300
const mostPrompts = 5
const mostPromptCharacters = 400
const mostMemories = 8

export async function findWorkBehind(question: WorkQuestion, ports: WorkPorts): Promise<Work> {
  const since = startOf(question)
  const lastAt = question.commit?.committedAt ?? question.until
  const active = { from: iso(since), until: iso(lastAt, slackMs) }
  const { projectId } = question
  const filter = { projectId, active, limit: mostSessions + 1, offset: 0 }
  const sessions = await ports.history.sessions(filter)
  const found: FoundSession[] = []
  let left = mostTurns
  for (const { id } of sessions.slice(0, mostSessions)) {
    const session = await ports.history.session(id)
    if (!session || left <= 0) continue
    const busy = session.timeline.filter((turn) => isBusy(turn, active)).slice(-left)
    left -= busy.length
    const traced = await traceSession(session, busy, question, ports)
    if (traced) found.push(traced)
  }
  const sorted = found.toSorted((one, other) => rank(one) - rank(other))
  return { sessions: sorted, isPartial: sessions.length > mostSessions || left <= 0 }
}

const evidences = ['hash', 'subject', 'files'] as const
const rank = ({ evidence }: FoundSession) => evidences.indexOf(evidence)
const iso = (date: Date, moreMs = 0) => new Date(date.getTime() + moreMs).toISOString()

function startOf({ files, until }: WorkQuestion): Date {
  const longAgo = until.getTime() - longestWorkMs
  const times = [...files.values()].map((date) => date?.getTime() ?? longAgo)
  return new Date(Math.min(until.getTime(), ...times, ...(files.size === 0 ? [longAgo] : [])))
}

type Turn = SessionDetail['timeline'][number]

const isBusy = ({ toolEvents }: Turn, { from, until }: { from: string; until: string }) =>
  toolEvents.some(({ occurredAt }) => occurredAt >= from && occurredAt <= until)

async function traceSession(
  session: SessionDetail,
  busy: readonly Turn[],
  question: WorkQuestion,
  ports: WorkPorts,
): Promise<FoundSession | undefined> {
  const files = new Set<string>()
  const involved: number[] = []
  let evidence: FoundSession['evidence'] | undefined
  for (const { number, toolEvents } of busy) {
    const times = new Map(toolEvents.map(({ id, occurredAt }) => [id, new Date(occurredAt)]))
    const [turn] = await ports.history.turnsOf(session.id, { from: number, through: number })
    const seen = readTurn(turn, times, { ...question, cwd: session.cwd })
    for (const file of seen.files) files.add(file)
    if (seen.evidence === undefined) continue
    involved.push(number)
    const strongest = evidences.find((one) => one === evidence || one === seen.evidence)
    evidence = strongest
    if (strongest === 'hash') break
  }
  if (evidence === undefined) return undefined
  const [first = 0, last = 0] = [involved[0], involved.at(-1)]
  // What was asked for just before often says why.
  const turns = session.timeline.filter(({ number }) => number >= first - 1 && number <= last)
  const { id, title, host, startedAt, trust } = session
  return {
    ...{ id, title, host, startedAt, ...(trust && { trust }), evidence },
    files: [...files],
    prompts: turns.flatMap(toPrompt).slice(-mostPrompts),
    memories: await memoriesOf(id, turns, [...question.files.keys()], ports),
  }
}

function readTurn(
  turn: CapturedTurn | undefined,
  times: ReadonlyMap<string, Date>,
  question: WorkQuestion & { readonly cwd: string | undefined },
): { files: string[]; evidence?: FoundSession['evidence'] } {
  const done = turn?.actions.filter(({ outcome }) => outcome === 'ok') ?? []
  const files = done
    .filter(({ kind }) => kind === 'edit')
    .flatMap((action) => filesOf(action, times.get(action.id), question))
  const evidence = committedIn(done, question.commit) ?? (files.length > 0 ? 'files' : undefined)
  return { files, ...(evidence && { evidence }) }
}

function filesOf(
  action: Action,
  at: Date | undefined,
  { files, root, cwd, until, commit }: WorkQuestion & { readonly cwd: string | undefined },
): string[] {
  if (!at || at.getTime() > until.getTime() + gitSecondMs) return []
  return [...files].flatMap(([file, before]) => {
    const since = before?.getTime() ?? until.getTime() - longestWorkMs
    const isLater = at.getTime() >= since + (commit ? gitSecondMs : 0)
    const isEdited = isLater && action.files.some((one) => isFile(one, file))
    return isEdited ? [file] : []
  })

  /** In another worktree or clone only the end of the path is the same. */
  function isFile(edited: string, file: string): boolean {
    const path = /^(?:\/|[a-z]:)/i.test(edited) || cwd === undefined ? edited : `${cwd}/${edited}`
    if (isWithin(path, root)) {
      const own = projectPath(path, root)
      return own === file || own.startsWith(`${file}/`)
    }
    return path.replaceAll('\\', '/').endsWith(`/${file}`)
  }
}

function committedIn(
  actions: readonly Action[],
  commit: WorkQuestion['commit'],
): 'hash' | 'subject' | undefined {
  if (!commit) return undefined
  const isReported = actions.some(
    ({ command = '', output }) =>
      splitCommands(command).some((part) => makesCommit.test(part)) &&
      [...output.matchAll(reported)].some(([, hash = '']) => commit.id.startsWith(hash)),
  )
  if (isReported) return 'hash'
  const subject = shorten(commit.subject, mostSubjectCharacters)
  const made = shippedIn(actions).filter(({ kind }) => kind === 'commit')
  return made.some(({ text }) => shorten(text, mostSubjectCharacters) === subject)
    ? 'subject'
    : undefined
}

const mostSubjectCharacters = 100
const makesCommit = /\bgit (?:-\S+ \S+ )*(?:commit|merge|cherry-pick|revert)\b/
/** `[main 1a2b3c4] subject` */
const reported = /^\[[^\]\n]{1,200} ([0-9a-f]{7,64})\] /gm

function toPrompt({ id, number, startedAt, prompt, origin }: Turn): FoundSession['prompts'] {
  if (origin !== 'user' || prompt === undefined) return []
  return [{ turn: id, number, at: startedAt, text: shorten(prompt, mostPromptCharacters) }]
}

async function memoriesOf(
  sessionId: string,
  turns: readonly Turn[],
  files: readonly string[],
  { history, memories }: WorkPorts,
): Promise<FoundSession['memories']> {
  const learned = await memories.learnedFrom(turns.map(({ id }) => id))
  const here = new Set(learned.map(({ memory }) => memory.id))
  const all = await memories.findMany(await history.memoriesFrom(sessionId))
  const about = all.filter((memory) => {
    const isAbout = () =>
      filesNamedBy(memory).some((named) => files.some((file) => closeness(named, file) > 0))
    return isValid(memory) && (here.has(memory.id) || isAbout())
  })
  return about
    .toSorted((one, other) =>
      one.standing === other.standing ? 0 : one.standing === 'memory' ? -1 : 1,
    )
    .slice(0, mostMemories)
    .map(({ id, kind, content, trust, standing }) => ({ id, kind, text: content, trust, standing }))
}
