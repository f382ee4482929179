/** Whether a prompt is a moment to ask: its own words correct, refuse, choose or set a standing wish. */

export interface SaidAtPrompt {
  /** The user's own words, without anything pasted or quoted. */
  readonly own: string
  /** What the agent answered last, where that is known. */
  readonly previousAnswer: string | undefined
}

export interface PromptMoment {
  /** How likely the prompt says something worth storing, from 0 to 1. */
  readonly odds: number
}

interface Cue {
  readonly pattern: RegExp
  readonly odds: number
  /** Means something only as a reply to the agent. */
  readonly needsAnswer?: true
}

const cues: readonly Cue[] = [
  { pattern: /\b(?:always|never|from now on|going forward|in the future)\b/i, odds: 0.9 },
  {
    pattern:
      /\bin this (?:repo|project|codebase)\b|\bour convention\b|\bwe (?:always|never|only)\b/i,
    odds: 0.8,
  },
  { pattern: /^(?:no|nope|wrong|stop|wait)\b[,.! ]/i, odds: 0.8, needsAnswer: true },
  { pattern: /\b(?:don't|do not|shouldn't|should not|instead of|rather than)\b/i, odds: 0.6 },
  {
    pattern: /\b(?:that's|this is|it's|you're) (?:wrong|not right|not what|incorrect)\b/i,
    odds: 0.8,
  },
  {
    pattern: /\b(?:i (?:prefer|want|would like|'d like)|let's (?:use|go with|keep|not))\b/i,
    odds: 0.6,
  },
  {
    pattern: /\b(?:go with|option [a-d1-9]|the (?:first|second|third) (?:one|option))\b/i,
    odds: 0.7,
    needsAnswer: true,
  },
  { pattern: /\b(?:should|must|needs? to|actually)\b/i, odds: 0.5, needsAnswer: true },
]

/** @returns undefined if nothing in the words suggests it */
export function promptMoment({ own, previousAnswer }: SaidAtPrompt): PromptMoment | undefined {
  const isReply = previousAnswer !== undefined && previousAnswer.trim() !== ''
  const found = cues
    .filter(({ pattern, needsAnswer }) => (isReply || !needsAnswer) && pattern.test(own.trim()))
    .map(({ odds }) => odds)
  return found.length === 0 ? undefined : { odds: Math.max(...found) }
}
