/** What the memory holds and what it is good for: the first lines of `status` and of no command. */
import type { OutputOf } from '../../../contract/operations/index.ts'
import { nameAgent } from '../../../contract/vocabulary.ts'
import type { TableRow } from '../present/table.ts'
import { ago, count, toFact, wholeNumber } from '../present.ts'

type Overview = OutputOf<'getOverview'>

export function overviewRows(overview: Overview): TableRow[] {
  const { review, lastSession } = overview
  const rows = [
    toFact('memories', describeMemories(overview), 'heading'),
    toFact('this week', describeWeek(overview)),
    review === 0
      ? toFact('review', 'nothing waiting')
      : toFact('review', `${review} waiting (throughline review)`, 'warning'),
  ]
  if (!lastSession) return rows
  const { host, project, lastEventAt } = lastSession
  const where = project === undefined ? '' : ` in ${project}`
  return [
    ...rows,
    toFact('last seen', `${nameAgent(host)}${where}, ${ago(lastEventAt, new Date())}`),
  ]
}

function describeMemories({ memories, rules, candidates }: Overview): string {
  const known = memories === 0 ? 'none yet' : wholeNumber(memories)
  const ofWhich = rules === 0 ? '' : ` (${count(rules, 'rule')})`
  return `${known}${ofWhich}${candidates === 0 ? '' : `, ${count(candidates, 'candidate')}`}`
}

function describeWeek({ recent }: Overview): string {
  const { learned, given, used, failuresAnswered } = recent
  const parts = [
    `${wholeNumber(learned)} learned`,
    `${wholeNumber(given)} given to agents`,
    ...(given > 0 ? [`${wholeNumber(used)} used`] : []),
    ...(failuresAnswered > 0 ? [`${count(failuresAnswered, 'failure')} answered`] : []),
  ]
  return learned + given === 0 ? 'nothing learned or given' : parts.join(', ')
}
