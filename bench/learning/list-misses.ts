/** What went wrong in a replay, as lists to read. */
import type { Item, LabelledSession } from '../real-sessions/data.ts'
import { isNearly, itemName } from '../real-sessions/matching.ts'
import type { AskMade, LearnedMemory, Replay } from '../real-sessions/results.ts'
import { isIn, isWanted, isWellTimed } from './measures.ts'

export function listMisses(replays: readonly Replay[]): string {
  return replays.map((replay) => `${replay.source.name}\n\n${listsOf(replay)}`).join('\n')
}

function listsOf(replay: Replay): string {
  const { source, memories, asks } = replay
  const unwanted = memories.filter(({ content }) => !isWanted(content, source))
  const mistimed = asks.filter((ask) => !isWellTimed(ask, source))
  return [
    list('Memories that match nothing', unwanted.map(describeMemory)),
    list('Traps that were kept', keptTraps(replay)),
    list('Items that must be kept and were not', missedItems(replay)),
    list(
      'Asks at turns on which nothing rests that must be kept',
      mistimed.map((ask) => describeAsk(ask, source.sessions)),
    ),
  ].join('')
}

function list(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${title}:\n${lines.map((line) => `- ${line}\n`).join('')}\n`
}

function keptTraps({ source, memories }: Replay): string[] {
  return source.sessions.flatMap(({ id, traps }) =>
    traps.flatMap((trap) => {
      const keeper = memories.find(({ content }) => isNearly(content, trap))
      return keeper ? [`${trap.class}, ${id} ${trap.turn}: ${describeMemory(keeper)}`] : []
    }),
  )
}

function missedItems({ source, memories, asks }: Replay): string[] {
  return source.sessions.flatMap((session) =>
    session.items
      .filter((item) => item.grade === 'must' && !isIn(item, memories))
      .map((item) => describeItem(item, session, asks)),
  )
}

function describeMemory({ content, kind, trust, standing, from }: LearnedMemory): string {
  const turns = new Set(from.map(({ session, turn }) => `${session} ${turn}`))
  return `${standing}, ${kind}, ${trust}: ${inOneLine(content)} (${[...turns].join('; ')})`
}

function describeItem(item: Item, session: LabelledSession, asks: readonly AskMade[]): string {
  const { kind, turns, text } = item
  const isAsked = asks.some((ask) => ask.session === session.id && turns.includes(ask.turn))
  const where = `${itemName(session, item)}, turns ${turns.join(', ')}`
  return `${kind}, ${where}${isAsked ? ', asked' : ''}: ${text}`
}

const mostCharacters = 300

function describeAsk(ask: AskMade, sessions: readonly LabelledSession[]): string {
  const session = sessions.find(({ id }) => id === ask.session)
  const prompt = session?.turns[ask.turn - 1]?.prompt ?? ''
  return `${ask.moment}, ${ask.session} ${ask.turn}: ${inOneLine(prompt).slice(0, mostCharacters)}`
}

const inOneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
