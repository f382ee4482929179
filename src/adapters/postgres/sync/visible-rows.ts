/** What a person may see: what the team shares, and what is their own. */

/** The condition for a row `p` of `shared_projects`. */
export function visibleTo(person: string): string {
  return `p.organisation_id = $1 AND (p.type = 'team' OR p.person_id = ${person})`
}

const visible = (type: string) => `shared_memories m
  JOIN shared_projects p ON p.id = m.project_id AND ${visibleTo('$2')}
  WHERE m.organisation_id = $1 AND m.type = '${type}'`

/** What follows FROM: memories `m` with their projects `p`. `$2` is the person. */
export const visibleMemories = visible('memory')

/** The same for digests. */
export const visibleDigests = visible('digest')
