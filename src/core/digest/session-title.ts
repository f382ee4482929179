/** Names a session everywhere: in lists, search, the wiki and the dashboard. */
import type { Digest } from '../../contract/digest.ts'
import { ownWords } from '../provenance/prompt-parts.ts'
import { shorten, withCapital } from '../text/shorten.ts'
import { headlineOf } from './headline.ts'

const mostCharacters = 90
/** The first turns say what a session is about. */
const turnsRead = 8

const untitled = 'Session without a prompt'

/** The reader's title, else the first meaningful prompt, else the session's result. */
export function titleSession(
  { summary, steps, filesChanged }: Digest,
  turns: readonly Digest[],
): string {
  const asked = turns.slice(0, turnsRead).flatMap((turn) => turn.steps[0]?.title ?? [])
  const given = summary?.title ?? asked[0]
  const [first] = steps
  const paths = filesChanged.map(({ path }) => path.replace(/^.*[/\\]/, ''))
  if (given !== undefined) return shorten(given, mostCharacters)
  const came = first?.result ?? (paths.length > 0 ? paths.join(', ') : first?.request)
  return came === undefined ? untitled : asTitle(came)
}

/** For a session without a digest. @param prompts the first ones */
export function titleFromPrompts(prompts: readonly string[]): string {
  for (const prompt of prompts) {
    const title = headlineOf(prompt, ownWords(prompt))
    if (title !== undefined) return title
  }
  return asTitle(prompts[0] ?? '') || untitled
}

const asTitle = (text: string) => withCapital(shorten(text, mostCharacters)).replace(/\.$/, '')
