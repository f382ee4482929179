/** Reads the public recall benchmarks, plain or gzipped, as documents and questions. */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { z } from 'zod'
import type { SearchDocument } from '../src/core/model/search-document.ts'

/** One store and its questions. */
export interface Corpus {
  readonly documents: readonly SearchDocument[]
  readonly questions: readonly Question[]
}

export interface Question {
  readonly text: string
  /** Ids of turns (LoCoMo) or sessions. */
  readonly relevant: readonly string[]
  /** The session whose decision the relevant one amends. */
  readonly superseded?: string | undefined
  /** Where the decision was made: a measure of its own. */
  readonly source?: string | undefined
  readonly askedAt: string
  readonly branch?: string | undefined
  /** Only older documents count as hits. */
  readonly before?: string | undefined
}

const scope = { scope: 'global', scopeId: '' } as const

export function readText(file: string): string {
  const bytes = readFileSync(file)
  const isGzipped = bytes[0] === 0x1f && bytes[1] === 0x8b
  return (isGzipped ? gunzipSync(bytes) : bytes).toString('utf8')
}

const locomoTurn = z.object({
  speaker: z.string(),
  dia_id: z.string(),
  text: z.string(),
  blip_caption: z.string().optional(),
})
const locomoFile = z.array(
  z.object({
    conversation: z.record(z.string(), z.unknown()),
    qa: z.array(z.object({ question: z.string(), evidence: z.array(z.string()).default([]) })),
  }),
)

/** Each turn is a document; only questions with well-formed evidence count. */
export function readLocomo(text: string): Corpus[] {
  return locomoFile.parse(JSON.parse(text)).map(({ conversation, qa }) => ({
    documents: Object.keys(conversation)
      .filter((name) => /^session_\d+$/.test(name))
      .flatMap((name) => {
        const at = locomoTime(String(conversation[`${name}_date_time`]))
        const turns = z.array(locomoTurn).parse(conversation[name])
        return turns.map((turn, position) => locomoDocument(turn, name, position, at))
      }),
    questions: qa
      .map(({ question, evidence }) => ({
        text: question,
        relevant: evidence.filter((id) => /^D\d+:\d+$/.test(id)),
        askedAt: '2026-01-01T00:00:00.000Z',
      }))
      .filter(({ relevant }) => relevant.length > 0),
  }))
}

function locomoDocument(
  turn: z.infer<typeof locomoTurn>,
  sessionId: string,
  position: number,
  at: string,
): SearchDocument {
  const image = turn.blip_caption === undefined ? '' : ` [image: ${turn.blip_caption}]`
  const fields = { who: turn.speaker, body: turn.text + image }
  return { type: 'turn', id: turn.dia_id, scope, sessionId, position, at, fields }
}

/** `1:56 pm on 8 May, 2023` */
function locomoTime(text: string): string {
  const [, hour, minute, half, date] = /(\d+):(\d+) (am|pm) on (.*)/.exec(text) ?? []
  const hours = (Number(hour) % 12) + (half === 'pm' ? 12 : 0)
  return new Date(`${date?.replace(',', '')} ${hours}:${minute} UTC`).toISOString()
}

const longMemEvalLine = z.object({
  question_id: z.string(),
  question: z.string(),
  question_date: z.string(),
  answer_session_ids: z.array(z.string()),
  haystack_dates: z.array(z.string()),
  haystack_session_ids: z.array(z.string()),
  haystack_sessions: z.array(z.array(z.object({ role: z.string(), content: z.string() }))),
})

/** One store a question; what the user says and what is answered make a turn. */
export function readLongMemEval(text: string): Corpus[] {
  return text
    .trim()
    .split('\n')
    .map((line) => longMemEvalLine.parse(JSON.parse(line)))
    .filter(({ question_id }) => !question_id.endsWith('_abs'))
    .map((item) => ({
      documents: item.haystack_sessions.flatMap((messages, index) =>
        pairTurns(messages).map((fields, position): SearchDocument => {
          const sessionId = item.haystack_session_ids[index] ?? ''
          const at = longMemEvalTime(item.haystack_dates[index] ?? '')
          const id = `${sessionId}#${index}.${position}`
          return { type: 'turn', id, scope, sessionId, position, at, fields }
        }),
      ),
      questions: [
        {
          text: item.question,
          relevant: item.answer_session_ids,
          askedAt: longMemEvalTime(item.question_date),
        },
      ],
    }))
}

export function pairTurns(messages: readonly { role: string; content: string }[]) {
  const turns: { body: string; answer: string }[] = []
  for (const { role, content } of messages) {
    const last = turns.at(-1)
    if (role === 'user' || !last) {
      turns.push(role === 'user' ? { body: content, answer: '' } : { body: '', answer: content })
    } else {
      last.answer += `${last.answer === '' ? '' : '\n'}${content}`
    }
  }
  return turns
}

/** `2023/07/01 (Sat) 02:36` */
function longMemEvalTime(text: string): string {
  return new Date(`${text.replace(/ \(\w+\)/, '').replaceAll('/', '-')} UTC`).toISOString()
}

const codingFile = z.object({
  sessions: z.array(
    z.object({
      session: z.string(),
      startedAt: z.string(),
      branch: z.string().nullish(),
      edited: z.array(z.string()),
      turns: z.array(
        z.object({
          at: z.string().nullish(),
          prompt: z.string().nullish(),
          answer: z.string().nullish(),
        }),
      ),
    }),
  ),
  queries: z.array(
    z.object({ session: z.string(), query: z.string(), relevant: z.array(z.string()) }),
  ),
})

/** All sessions in one store; each query sees only what existed when its session began. */
export function readCoding(text: string): Corpus[] {
  const { sessions, queries } = codingFile.parse(JSON.parse(text))
  const byId = new Map(sessions.map((session) => [session.session, session]))
  const documents = sessions.flatMap(({ session, startedAt, branch, edited, turns }) => {
    const common = { scope, sessionId: session, branch: branch ?? undefined }
    const own: SearchDocument = {
      ...common,
      type: 'session',
      id: session,
      at: startedAt,
      fields: { title: turns[0]?.prompt?.slice(0, 200), files: edited },
    }
    const spoken = turns.map(
      ({ at, prompt, answer }, position): SearchDocument => ({
        ...common,
        type: 'turn',
        id: `${session}#${position}`,
        position,
        at: at ?? startedAt,
        fields: { body: prompt ?? '', answer: answer ?? '' },
      }),
    )
    return [own, ...spoken]
  })
  const questions = queries.map(({ session, query, relevant }) => {
    const asked = byId.get(session)
    const askedAt = asked?.startedAt ?? ''
    return { text: query, relevant, askedAt, before: askedAt, branch: asked?.branch ?? undefined }
  })
  return [{ documents, questions }]
}
