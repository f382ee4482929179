/** The rows of a bundle besides projects and memories, and how each column is written as JSON. */

export interface BundleTable {
  readonly name: string
  /** Selects the rows of project `?1`. Tables without it are left out of a project's bundle. */
  readonly ofProject?: string
  /** Also included in a bundle of memories only. */
  readonly isAboutMemories?: true
  readonly blobs?: readonly string[]
  /** Columns with JSON as text. */
  readonly json?: readonly string[]
  /** Columns with JSON, compressed if long. */
  readonly packed?: readonly string[]
  /** Columns with hashes of payloads, by the member that contains the payload. */
  readonly payloads?: Readonly<Record<string, string>>
  /** The subject of its changes, and the column with the subject's id. */
  readonly subject?: 'session' | 'turn' | 'tool-event' | 'proposal' | 'digest'
  /** Which rows replace an existing one. */
  readonly replaces?: { readonly key: string; readonly when: string }
}

const inProject = 'session_id IN (SELECT id FROM sessions WHERE project_id = ?1)'
const aboutProject = (column: string) =>
  `${column} IN (SELECT id FROM memories WHERE scope = 'project' AND scope_id = ?1)`

/** Parents first. */
export const bundleTables: readonly BundleTable[] = [
  {
    name: 'project_merges',
    isAboutMemories: true,
    ofProject: 'into_id = ?1',
    json: ['moved'],
  },
  {
    name: 'memory_links',
    isAboutMemories: true,
    ofProject: `${aboutProject('from_id')} AND ${aboutProject('to_id')}`,
  },
  {
    name: 'dropped_candidates',
    isAboutMemories: true,
    ofProject: `memory_id IN (SELECT id FROM memory_tombstones
      WHERE scope = 'project' AND scope_id = ?1)`,
  },
  {
    name: 'memory_checks',
    isAboutMemories: true,
    ofProject: aboutProject('memory_id'),
    json: ['checks'],
  },
  {
    name: 'chosen_checks',
    isAboutMemories: true,
    ofProject: aboutProject('memory_id'),
    json: ['checks'],
  },
  {
    name: 'imported_memories',
    isAboutMemories: true,
    ofProject: aboutProject('memory_id'),
  },
  { name: 'promotions', isAboutMemories: true, ofProject: 'project_id = ?1' },
  { name: 'consolidations', isAboutMemories: true, ofProject: 'project_id = ?1' },
  {
    name: 'review_decisions',
    isAboutMemories: true,
    ofProject: `EXISTS (SELECT 1 FROM json_each(memory_ids) WHERE ${aboutProject('value')})`,
    json: ['applied'],
  },
  {
    name: 'proposals',
    isAboutMemories: true,
    ofProject: 'project_id = ?1',
    json: ['wanted', 'proposer'],
    subject: 'proposal',
  },
  {
    name: 'sessions',
    ofProject: 'project_id = ?1',
    subject: 'session',
    replaces: { key: 'id', when: 'excluded.last_event_at > sessions.last_event_at' },
  },
  {
    name: 'turns',
    ofProject: inProject,
    subject: 'turn',
    replaces: { key: 'id', when: 'turns.ended_at IS NULL AND excluded.ended_at IS NOT NULL' },
  },
  { name: 'events', ofProject: inProject, blobs: ['key'], packed: ['fields'] },
  {
    name: 'tool_events',
    ofProject: inProject,
    payloads: { input_hash: 'input', output_hash: 'output' },
    subject: 'tool-event',
  },
  { name: 'digests', ofProject: inProject, json: ['body'], subject: 'digest' },
  {
    name: 'extraction_states',
    ofProject: inProject,
    replaces: {
      key: 'session_id',
      when: `excluded.turns_through > extraction_states.turns_through
        OR excluded.read_through > extraction_states.read_through`,
    },
  },
  { name: 'extracted_items', ofProject: inProject, blobs: ['content_hash'] },
  { name: 'injections', ofProject: 'project_id = ?1' },
  {
    name: 'injected_lines',
    ofProject: 'injection_id IN (SELECT id FROM injections WHERE project_id = ?1)',
  },
  { name: 'asks' },
  { name: 'ask_sessions' },
  { name: 'model_calls' },
  { name: 'deleted_history', blobs: ['hash'] },
]
