/** Adds an ask to the block a host gets: the last line, apart from what was recalled. */
import type { AskMoment } from '../../../contract/vocabulary.ts'
import { askTexts } from '../../asks/ask-texts.ts'
import { frame } from './render-context.ts'

/** @param block may be empty @returns undefined if it would exceed the limit */
export function addAsk(
  block: string,
  moment: AskMoment,
  mostCharacters: number,
): string | undefined {
  const [opening, , closing] = frame
  const start = block === '' ? `${opening}\n` : block.slice(0, -closing.length)
  const text = `${start}${askTexts[moment]}\n${closing}`
  return text.length > mostCharacters ? undefined : text
}
