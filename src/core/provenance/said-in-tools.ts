/**
 * What the user says inside tool calls: answers to the agent's questions, and comments on refused
 * calls.
 */

import { parseBoundedJson } from '../model/bounded-json.ts'
import type { Action } from '../model/host-event.ts'
import { isJsonObject } from '../model/json.ts'
import { isClientText } from './prompt-parts.ts'

export interface Aside {
  /** The agent's question, if the words answer one. */
  readonly question?: string | undefined
  readonly words: string
}

export const asideText = ({ question, words }: Aside) =>
  question === undefined ? words : `${question} ${words}`

/** A comment is about the refused call, unless it says that it applies further. */
export const isOfOneCall = ({ question, words }: Aside) =>
  question === undefined && !reachesFurther.test(words)

const reachesFurther =
  /\b(?:never|always|ever|from (?:now|here) on|going forward|as a rule|in general|every time|in future|(?:in|for) (?:this|our|the) (?:repo|repository|project|codebase|team))\b/i

/** Removes duplicates: transcripts and payloads both have answers. A comment equals no answer. */
export function distinctAsides(asides: readonly Aside[]): Aside[] {
  return [...new Map(asides.map((aside) => [asideText(aside), aside])).values()]
}

/** Tools with which agents ask: Claude Code's, Codex's, Copilot's and OpenCode's. */
const asking = /^(?:ask_?(?:user|follow_?up)?(?:_?question)?|request_?user_?input|question)$/i

/** The answers in a tool call; none if the tool does not ask the user. */
export function answersIn({
  toolName,
  outcome,
  output,
}: Pick<Action, 'toolName' | 'outcome' | 'output'>): Aside[] {
  if (!asking.test(toolName) || outcome === 'failed') return []
  if (output.startsWith('{')) return answersInJson(output)
  const quoted = [...output.matchAll(/"([^"]{3,1000})"\s*=\s*"([^"]{1,2000})"/g)]
  if (quoted.length > 0) return quoted.map(([, question = '', words = '']) => ({ question, words }))
  return output.split('\n').flatMap((line): Aside[] => {
    const [, question, words] = /^([^?"=…]{3,300}\?) (.{1,500})$/.exec(line) ?? []
    return question === undefined || words === undefined ? [] : [{ question, words }]
  })
}

/** `{"answers":{"package_manager":{"answers":["pnpm"]}}}` */
function answersInJson(output: string): Aside[] {
  try {
    const value = parseBoundedJson(output)
    const answers = isJsonObject(value) && isJsonObject(value.answers) ? value.answers : {}
    return Object.entries(answers).flatMap(([name, answer]): Aside[] => {
      const picked = isJsonObject(answer) ? answer.answers : answer
      const texts = (Array.isArray(picked) ? picked : [picked]).filter(
        (text) => typeof text === 'string',
      )
      const question = `${name.replaceAll('_', ' ')}:`
      return texts.length > 0 ? [{ question, words: texts.join(', ') }] : []
    })
  } catch {
    return []
  }
}

/**
 * What the user said when refusing a call, in Claude Code's format. Anything can print that, so call
 * this only with text from the host.
 */
export function commentsIn(refusal: string): Aside[] {
  const comment = refused.exec(refusal)?.[1]?.replace(hostNote, '').trim() ?? ''
  if (wantsToClarify.test(comment)) {
    return [...comment.matchAll(clarified)].map(([, question = '', words = '']) => ({
      question,
      words: words.trim(),
    }))
  }
  return comment === '' ? [] : [{ words: comment }]
}

const refused =
  /^(?:Error: )?The user doesn't want to proceed with this tool use\.[\s\S]{0,300}?(?:the user said:|the user provided the following reason for the rejection:)\s*([\s\S]+)$/i
const hostNote =
  /\n\s*Note: The user's next message may contain a correction or preference\.[\s\S]*$/
/** The host says this in the user's place, and lists the answers so far. */
const wantsToClarify = /^The user wants to clarify these questions\./
const clarified = /^- "([^"\n]{3,300})"\n\s+Answer: (.{1,500})$/gm

// The plan that a prompt tells the agent to carry out. Hosts with a plan mode send the agent's own
// plan as a prompt once the user approves it.

const approval = /^Implement the (?:following plan:|plan as specified)/
const longestPlan = 20_000

/** The plan's title and first words; undefined if the prompt has no plan. */
export function approvedPlan(prompt: string): string | undefined {
  if (!approval.test(prompt.trimStart())) return undefined
  const lines = prompt.slice(0, longestPlan).split('\n').slice(1)
  const title = lines.find((line) => /^#\s/.test(line))?.replace(/^#\s+(?:plan:\s*)?/i, '')
  const start = lines.findIndex(opensPlan)
  const end = lines.findIndex((line, at) => at > start && line.trim() === '')
  const opening = start < 0 ? [] : lines.slice(start, end < 0 ? start + 1 : end)
  const parts = [title, ...opening].map((part) => part?.trim()).filter(Boolean)
  return parts.length === 0 ? undefined : parts.join('\n')
}

function opensPlan(line: string): boolean {
  const text = line.trim()
  return /^[A-Z`*][^#|]{20,}/.test(text) && !isClientText(text)
}
