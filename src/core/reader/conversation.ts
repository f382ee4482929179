/**
 * Renders a session for its reader: every turn with its number, who said what, what failed and what
 * changed. Each turn also keeps its complete texts, in which quotes are found.
 */
import { commandKeys } from '../activity/command-line.ts'
import { isFailedCommand } from '../activity/to-action.ts'
import {
  type CompleteTurn,
  type RecordedSession,
  readCompleteTurns,
  type TranscriptPorts,
} from '../extraction/window/transcript-exchanges.ts'
import type { Action } from '../model/host-event.ts'
import type { CapturedTurn, History } from '../ports/history.ts'
import {
  answersCompared,
  type PromptPart,
  promptParts,
  typedWords,
} from '../provenance/prompt-parts.ts'
import {
  type Aside,
  answersIn,
  approvedPlan,
  distinctAsides,
  isOfOneCall,
} from '../provenance/said-in-tools.ts'
import { surelyTyped } from '../provenance/surely-typed.ts'
import { keepEnds, shorten } from '../text/shorten.ts'

export interface ConversationTurn {
  readonly id: string
  readonly number: number
  readonly words: TurnWords
  /** The user had the agent carry out a plan. */
  readonly isPlan: boolean
  /** The text shown to the reader. */
  readonly text: string
}

/** The complete texts of a turn, by speaker. */
export interface TurnWords {
  /** Typed, in comments on refused calls, in answers to questions. */
  readonly user: string
  /** The part of these words that the user surely typed. */
  readonly sure: string
  /** The part of them that comments on a refused call. */
  readonly comments: string
  /** Messages, approved plans and commands. */
  readonly agent: string
  /** Pasted, printed by tools, or inserted by the client. */
  readonly foreign: string
}

export interface ConversationPorts extends TranscriptPorts {
  readonly history: Pick<History, 'turnsOf'>
}

/** All turns of a session up to this one, in order; skips turns without words. */
export async function toConversation(
  session: RecordedSession,
  through: number,
  ports: ConversationPorts,
): Promise<ConversationTurn[]> {
  const turns = await ports.history.turnsOf(session.sessionId, { from: 1, through })
  const told = await readCompleteTurns(session, turns, ports)
  const recoveries = findRecoveries(turns)
  return told.flatMap((each, at) => {
    const earlier = told
      .slice(Math.max(0, at - answersCompared), at)
      .flatMap(({ answers }) => answers)
    const turn = toTurn(each, earlier, recoveries)
    return turn.text === '' ? [] : [turn]
  })
}

/** About 10,000 tokens. */
const mostPartCharacters = 40_000

/** Splits a conversation between turns into parts that fit one request. */
export function inParts(turns: readonly ConversationTurn[]): ConversationTurn[][] {
  const parts: ConversationTurn[][] = []
  let left = 0
  for (const turn of turns) {
    const part = parts.at(-1)
    if (part && turn.text.length <= left) part.push(turn)
    else {
      parts.push([turn])
      left = mostPartCharacters
    }
    left -= turn.text.length
  }
  return parts
}

/** Together they stay below what a part can show. */
const most = {
  typed: 16_000,
  pasted: 1_500,
  allPasted: 6_000,
  messages: 3_000,
  answer: 3_000,
  actions: 4_000,
}

function toTurn(
  { turn, prompt = '', origin, answers, asides: recorded }: CompleteTurn,
  earlier: readonly string[],
  recoveries: Recoveries,
): ConversationTurn {
  const { id, number, actions } = turn
  const asides = distinctAsides([...recorded, ...actions.flatMap(answersIn)])
  const isPlan = approvedPlan(prompt) !== undefined
  const isNotice = origin === 'notification'
  const parts = isNotice || isPlan ? [] : promptParts(prompt, earlier)
  const said = asides.map(({ words }) => words)
  const own = joined([typedWords(parts), ...said])
  const sections = [
    isNotice ? section('notice', asMaterial(keepEnds(prompt, most.pasted))) : '',
    isPlan ? section('plan', asMaterial(keepEnds(prompt, most.allPasted))) : '',
    section('user', promptText(parts)),
    ...asides.map(asideSection),
    section('actions', keepEnds(actionLines(turn, recoveries).join('\n'), most.actions)),
    section('agent', agentText(answers)),
  ]
  const shown = sections.filter((text) => text !== '')
  return {
    id,
    number,
    isPlan,
    words: {
      user: own,
      sure: joined([surelyTyped(prompt, parts), ...said]),
      comments: joined(asides.filter(isOfOneCall).map(({ words }) => words)),
      agent: joined([...answers, isPlan ? prompt : '', ...actions.map(agentWords)]),
      foreign: joined([isPlan ? '' : prompt, ...actions.map(({ output }) => output)]),
    },
    text: shown.length === 0 ? '' : `<turn number="${number}">\n${shown.join('\n')}\n</turn>`,
  }
}

const agentWords = ({ command = '', files }: Action) => joined([command, ...files])

const joined = (texts: readonly string[]) => texts.filter((text) => text.trim() !== '').join('\n\n')

/** Shows typed text in full; marks and shortens pasted text. */
function promptText(parts: readonly PromptPart[]): string {
  const left = { typed: most.typed, pasted: most.allPasted }
  const texts = runsOf(parts).map(({ isTyped, text }) => {
    const short = keepEnds(text, isTyped ? left.typed : Math.min(most.pasted, left.pasted))
    left[isTyped ? 'typed' : 'pasted'] -= short.length
    const shown = asMaterial(short)
    return isTyped || shown === '' ? shown : `<pasted>\n${shown}\n</pasted>`
  })
  return joined(texts)
}

function runsOf(parts: readonly PromptPart[]): { isTyped: boolean; text: string }[] {
  const runs: { isTyped: boolean; text: string }[] = []
  for (const { speaker, text } of parts) {
    const isTyped = speaker === 'user'
    const last = runs.at(-1)
    if (last?.isTyped === isTyped) last.text += `\n\n${text}`
    else runs.push({ isTyped, text })
  }
  return runs
}

function asideSection({ question, words }: Aside): string {
  const asked = question === undefined ? '' : `(asked: ${shorten(question, 300)})\n`
  return section('user', asMaterial(`${asked}${keepEnds(words, most.answer)}`))
}

/** The last message is the answer; earlier ones show how the agent got there. */
function agentText(answers: readonly string[]): string {
  const before = keepEnds(joined(answers.slice(0, -1)), most.messages)
  return asMaterial(joined([before, keepEnds(answers.at(-1) ?? '', most.answer)]))
}

/** @param text must be disarmed if it is not ours */
function section(name: string, text: string): string {
  return text.trim() === '' ? '' : `<${name}>\n${text.trim()}\n</${name}>`
}

/** Disarms request tags in text that is only shown, so that it cannot close them. */
export function asMaterial(text: string): string {
  return text.replace(
    /<(?=\s*\/?\s*(?:turn|user|agent|actions|pasted|notice|plan|known|heard|found|conversation|summary|reply)\b)/gi,
    '&lt;',
  )
}

const mostFailed = 6
const mostFiles = 15
const outputCharacters = 400
const commandCharacters = 200

function actionLines({ actions }: CapturedTurn, recoveries: Recoveries): string[] {
  const failed = actions.filter(isFailedCommand)
  const distinctly = [...new Map(failed.map((action) => [action.command, action])).values()]
  const edited = actions.filter(({ kind, outcome }) => kind === 'edit' && outcome === 'ok')
  const files = [...new Set(edited.flatMap((action) => action.files))]
  const more = files.length > mostFiles ? ` and ${files.length - mostFiles} more` : ''
  const changed =
    files.length === 0 ? [] : [`changed: ${files.slice(0, mostFiles).join(', ')}${more}`]
  return [...distinctly.slice(-mostFailed).map(failureLines), ...changed].map(asMaterial)

  function failureLines(action: Action): string {
    const output = action.output.trim().slice(-outputCharacters).replace(/^/gm, '  ')
    const passed = recoveries.get(action.id)
    const lines = [
      `failed: ${shorten(action.command ?? '', commandCharacters)}`,
      ...(output.trim() === '' ? [] : [output]),
      ...(passed === undefined ? [] : [`  ${passed}`]),
    ]
    return lines.join('\n')
  }
}

/** What made a failed command pass, by the id of the failed action. */
type Recoveries = ReadonlyMap<string, string>

function findRecoveries(turns: readonly CapturedTurn[]): Recoveries {
  const steps = turns.flatMap(({ number, actions }) =>
    actions.map((action) => ({ number, action })),
  )
  const recoveries = new Map<string, string>()
  const failing = new Map<string, number>()
  for (const [at, { action, number }] of steps.entries()) {
    for (const key of commandKeys(action.command ?? '')) {
      if (isFailedCommand(action)) {
        failing.set(key, at)
        continue
      }
      const from = failing.get(key)
      if (from === undefined || action.outcome !== 'ok') continue
      failing.delete(key)
      const between = steps.slice(from + 1, at).map((step) => step.action)
      recoveries.set(steps[from]?.action.id ?? '', recoveryText(number, action, between))
    }
  }
  return recoveries
}

const mostBetween = 4

function recoveryText(turn: number, passed: Action, between: readonly Action[]): string {
  const edits = between.filter(({ kind, outcome }) => kind === 'edit' && outcome === 'ok')
  const files = [...new Set(edits.flatMap(({ files: edited }) => edited))].slice(-mostBetween)
  const runs = between.filter(({ kind, outcome }) => kind === 'command' && outcome === 'ok')
  const commands = [...new Set(runs.map(({ command = '' }) => shorten(command, 100)))]
  const means = [
    ...(files.length > 0 ? [`changing ${files.join(', ')}`] : []),
    ...(commands.length > 0 ? [`running ${commands.slice(-mostBetween).join('; ')}`] : []),
  ]
  const how = means.length > 0 ? ` after ${means.join(' and ')}` : ''
  return `passed in turn ${turn} as ${shorten(passed.command ?? '', commandCharacters)}${how}`
}
