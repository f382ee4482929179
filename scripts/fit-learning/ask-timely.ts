/** When the agent would be asked, and whether it was the right moment. */
import { isGoodMoment, mayAsk } from '../../src/core/asks/ask-limits.ts'
import { promptFeatures, settledFeatures } from '../../src/core/asks/moment-features.ts'
import { oddsOf } from '../../src/core/cues/features.ts'
import type { Action } from '../../src/core/model/host-event.ts'
import type { LabelledTurn } from './examples.ts'
import { type Models, saidAt } from './models.ts'

interface Asked {
  readonly prompt: number
  readonly answeredAt: string | undefined
  readonly must: readonly string[]
}

/** The agent answers exactly when something that must be kept rests on the turn. */
export function askTimely(
  turns: readonly LabelledTurn[],
  modelsOf: (turn: LabelledTurn) => Models,
  mustItems: number,
): string {
  const asks = [...Map.groupBy(turns, ({ session }) => session).values()].flatMap((session) =>
    askIn(session, modelsOf),
  )
  const rate = asks.length / turns.length
  const precision = asks.filter(({ must }) => must.length > 0).length / asks.length
  const coverage = new Set(asks.flatMap(({ must }) => must)).size / mustItems
  const figures = [rate, precision, coverage].map((figure) => figure.toFixed(2))
  return `asks: rate ${figures[0]}, precision ${figures[1]}, coverage ${figures[2]}`
}

function askIn(
  session: readonly LabelledTurn[],
  modelsOf: (turn: LabelledTurn) => Models,
): readonly Asked[] {
  const asks: Asked[] = []
  for (const [at, turn] of session.entries()) {
    const prompt = at + 1
    const situation = { asks, prompt, mode: 'moments' } as const
    if (!mayAsk(situation)) continue
    const models = modelsOf(turn)
    const said = saidAt(turn)
    const { actions } = turn.exchange
    const atPrompt = oddsOf(promptFeatures(said), models.prompt)
    const settled = oddsOf(settledFeatures(said, actions), models.settled)
    const isGood =
      isGoodMoment('prompt', atPrompt, situation) ||
      (isSettled(actions) && isGoodMoment('settled', settled, situation))
    const answeredAt = turn.must.length > 0 ? 'at once' : undefined
    if (isGood) asks.push({ prompt, answeredAt, must: turn.must })
  }
  return asks
}

/** A commit, a pull request, or a command that passes after one failed. */
function isSettled(actions: readonly Action[]): boolean {
  const failed = actions.findIndex(({ outcome }) => outcome === 'failed')
  const mended = actions.some(
    ({ outcome, kind }, at) => failed >= 0 && at > failed && outcome === 'ok' && kind === 'command',
  )
  const commands = actions.map(({ command }) => command ?? '').join('\n')
  return mended || /\bgit commit\b|\bgh pr create\b/.test(commands)
}
