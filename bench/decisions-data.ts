/**
 * Reads the tasks of github.com/vectorize-io/sde-bench (MIT) as retrieval: which past conversation or
 * commit holds the decision that a bug report depends on, among conversations that hold none.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { SearchDocument } from '../src/core/model/search-document.ts'
import { type Corpus, pairTurns, type Question } from './recall-data.ts'

const decisionSources = ['conversation', 'history', 'conversation-amended'] as const

const message = z.object({ role: z.string(), text: z.string() })
const taskFile = z.object({
  task_id: z.string(),
  source: z.enum(decisionSources),
  bug_report: z.string(),
  /** One conversation, or several in the order of time. */
  conversations: z
    .union([z.array(z.array(message)), z.array(message).transform((only) => [only])])
    .default([]),
  decision_subject: z.string().default(''),
  decision_rationale: z.string().default(''),
  module: z.string().default(''),
  cause_subject: z.string().default(''),
})
const decoyFile = z.array(z.object({ id: z.string(), turns: z.array(message) }))

/** One store for each source, with its tasks and all decoys. */
export function readDecisions(folder: string): Corpus[] {
  const decoys = readDecoys(folder)
  const tasks = readTasks(folder)
    .map((task) => ({ ...task, conversations: conversationsOf(task) }))
    .filter(({ conversations }) => conversations.length > 0)
  return decisionSources.map((source) => {
    const ofSource = tasks.filter((task) => task.source === source)
    const documents = ofSource.flatMap(({ task_id, conversations }, number) =>
      conversations.flatMap((messages, at) =>
        toTurns(`${task_id}/${at}`, messages, dayOf(60 * at + number)),
      ),
    )
    return { documents: [...decoys, ...documents], questions: ofSource.map(toQuestion) }
  })
}

interface CommittedDecision {
  readonly report: string
  /** Of the commit that decides. */
  readonly message: string
  readonly file: string
  /** Of the later commit that caused the bug. */
  readonly cause: string
}

/** The decisions that are commits, and the conversations that decide nothing. */
export function readCommittedDecisions(folder: string): {
  readonly decoys: readonly SearchDocument[]
  readonly decisions: readonly CommittedDecision[]
} {
  const decisions = readTasks(folder).flatMap((task): CommittedDecision[] => {
    const { source, bug_report, decision_subject, decision_rationale } = task
    if (source !== 'history' || decision_subject === '') return []
    const message = `${decision_subject}\n\n${decision_rationale}`
    return [{ report: bug_report, message, file: task.module, cause: task.cause_subject }]
  })
  return { decoys: readDecoys(folder), decisions }
}

function readDecoys(folder: string): SearchDocument[] {
  return decoyFile
    .parse(JSON.parse(readFileSync(join(folder, 'gen/decoy_conversations.json'), 'utf8')))
    .flatMap(({ id, turns }, number) => toTurns(id, turns, dayOf(number)))
}

function readTasks(folder: string): Task[] {
  return readdirSync(folder)
    .filter((name) => name.startsWith('boltons-'))
    .map((name) => readFileSync(join(folder, name, 'tasks/main/task.json'), 'utf8'))
    .map((text) => taskFile.parse(JSON.parse(text)))
}

type Task = z.infer<typeof taskFile>

function conversationsOf({ conversations, decision_subject, decision_rationale }: Task) {
  if (conversations.length > 0 || decision_subject === '') return conversations
  return [[{ role: 'user', text: `${decision_subject}\n\n${decision_rationale}` }]]
}

function toQuestion({ task_id, source, bug_report, conversations }: Task): Question {
  const last = conversations.length - 1
  return {
    ...{ text: bug_report, relevant: [`${task_id}/${last}`], askedAt: dayOf(200) },
    source: source === 'conversation-amended' ? 'amended' : source,
    superseded: last > 0 ? `${task_id}/${last - 1}` : undefined,
  }
}

const dayOf = (number: number) => new Date(Date.UTC(2026, 0, 1 + number)).toISOString()

function toTurns(sessionId: string, messages: z.infer<typeof message>[], at: string) {
  const said = messages.map(({ role, text }) => ({ role, content: text }))
  return pairTurns(said).map(
    (fields, position): SearchDocument => ({
      ...{ type: 'turn', id: `${sessionId}#${position}`, sessionId, position, at, fields },
      scope: { scope: 'global', scopeId: '' },
    }),
  )
}
