/** What became of the memories that a session needed and was not given. */
import type { Considered } from '../real-sessions/results.ts'
import type { JudgedNeed } from './needs.ts'

export function listMisses(needs: readonly JudgedNeed[]): string {
  return needs
    .filter(({ metAt }) => metAt === undefined)
    .map((need) => {
      const { id, how, strength, session, turn, why, items } = need
      const { source, considered } = need.replay
      const prompt = source.sessions.find((each) => each.id === session)?.turns[turn - 1]?.prompt
      const own = considered.filter((each) => each.session === session && each.turn <= turn)
      const lines = [
        `${id} (${how}, ${strength}), ${session} turn ${turn}: ${why}`,
        `  item: ${inOneLine(items[0]?.text)}`,
        `  prompt: ${inOneLine(prompt)}`,
        ...(need.memoryIds.length === 0 ? ['  no memory was stored for it'] : []),
        ...own.flatMap((each) => describe(each, need)),
      ]
      return `${lines.join('\n')}\n`
    })
    .join('\n')
}

function describe({ turn, memories }: Considered, { memoryIds }: JudgedNeed): string[] {
  const at = turn === 0 ? 'start' : `prompt ${turn}`
  const found = memories.flatMap(({ id, reason }, index) =>
    memoryIds.includes(id) ? [`  ${at}: rank ${index + 1} of ${memories.length}, ${reason}`] : [],
  )
  return found.length > 0 ? found : [`  ${at}: not among ${memories.length} considered`]
}

const mostCharacters = 300

const inOneLine = (text = '') => text.replace(/\s+/g, ' ').slice(0, mostCharacters)
