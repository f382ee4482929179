/**
 * The closed sets of values that every surface shares, and the limits of a memory. Separate from the
 * schemas, which take too long to load for commands that only read.
 */

export const memoryKinds = [
  'preference',
  'correction',
  'decision',
  'fact',
  'fix',
  'workaround',
  'procedure',
  'reference',
  'rule',
] as const
export type MemoryKind = (typeof memoryKinds)[number]

/** Days in which a memory loses half of its weight, unless it is used or changed; 0 never. */
export const defaultHalfLives: Readonly<Record<MemoryKind, number>> = {
  preference: 0,
  correction: 0,
  decision: 365,
  fact: 120,
  fix: 60,
  workaround: 60,
  procedure: 180,
  reference: 365,
  rule: 0,
}

/** Other tools' names for the same kinds. */
export const kindAliases: Readonly<Record<string, MemoryKind>> = {
  user: 'preference',
  feedback: 'correction',
  project: 'fact',
  debugging: 'fix',
  operational: 'procedure',
}

export const memoryScopes = ['global', 'project', 'session', 'agent'] as const
export type MemoryScope = (typeof memoryScopes)[number]

export const memorySourceNames = [
  'manual',
  'heuristic',
  'model',
  'import',
  'commit',
  'wiki',
  'sync',
] as const
export type MemorySourceName = (typeof memorySourceNames)[number]

/**
 * Who stated a memory, most trusted first. A teammate's come from a team server and name their author.
 * A repository's come from its files, which anyone who can commit to it may have written.
 */
export const trustLevels = ['user', 'agent', 'teammate', 'repository', 'tool'] as const
export type TrustLevel = (typeof trustLevels)[number]

/** Whose word a caller, a judge or a file may say that it is. */
export const statableTrusts = ['user', 'agent', 'tool'] as const

/** A candidate was only heard by a program: it can be found, but is never given to an agent unasked. */
export const memoryStandings = ['candidate', 'memory'] as const
export type MemoryStanding = (typeof memoryStandings)[number]

/**
 * What made a statement a memory: someone stored it, the user's own words say that it holds, it was
 * said in two sessions, an agent applied it again, a model judge found it, the user confirmed it, or
 * they approved the teammate who wrote it.
 */
export const confirmations = [
  'stored',
  'stated',
  'repeated',
  'applied',
  'judged',
  'reviewed',
  'approved',
] as const
export type Confirmation = (typeof confirmations)[number]

/** How strongly agents are told to use their memory. */
export const guidanceVariants = ['minimal', 'eager'] as const
export type GuidanceVariant = (typeof guidanceVariants)[number]

export const sourceTypes = [
  'turn',
  'tool-event',
  'session',
  'file',
  'commit',
  'manual',
  'import',
] as const
export type SourceType = (typeof sourceTypes)[number]

export const linkRelations = ['supersedes', 'contradicts', 'relates', 'derived-from'] as const
export type LinkRelation = (typeof linkRelations)[number]

/** How a list of memories is sorted; memories that were never used come last in `used`. */
export const memoryOrders = ['changed', 'created', 'used', 'importance'] as const
export type MemoryOrder = (typeof memoryOrders)[number]

export const sessionOrders = ['latest', 'oldest', 'longest'] as const
export type SessionOrder = (typeof sessionOrders)[number]

export const memoryLimits = {
  keyCharacters: 60,
  contentCharacters: 1_400,
  tags: 20,
  tagCharacters: 60,
  keywords: 40,
  keywordCharacters: 80,
  files: 50,
  fileCharacters: 1_024,
} as const

/** The maximum value of each context budget. */
export const contextLimits = {
  startTokens: 4_000,
  promptTokens: 2_000,
} as const
export type ContextBudget = keyof typeof contextLimits

/** @returns undefined if it is neither a kind nor an alias */
export function parseKind(text: string): MemoryKind | undefined {
  const name = text.trim().toLowerCase()
  const alias = Object.hasOwn(kindAliases, name) ? kindAliases[name] : undefined
  return memoryKinds.find((kind) => kind === name) ?? alias
}

/** Why a memory or a pair needs review, most urgent first. */
export const reviewKinds = [
  'proposal',
  'contradiction',
  'near-duplicate',
  'candidate',
  'unmerged',
  'stale',
  'never-used',
  'unconfirmed',
  'faded',
] as const
export type ReviewKind = (typeof reviewKinds)[number]

export const reviewDecisions = ['accept', 'keep', 'merge', 'drop'] as const
export type ReviewDecisionName = (typeof reviewDecisions)[number]

/** What a proposal would do; `widen` makes a memory global. */
export const proposalActions = ['store', 'update', 'forget', 'pin', 'widen', 'make-rule'] as const
export type ProposalAction = (typeof proposalActions)[number]

/** What becomes of an agent's change that only the user may make. */
export const agentChangeModes = ['propose', 'apply'] as const
export type AgentChangeMode = (typeof agentChangeModes)[number]

/** Coding agents whose own command can read sessions. */
export const readingAgents = ['claude', 'codex', 'gemini', 'opencode', 'copilot', 'qwen'] as const
export type ReadingAgent = (typeof readingAgents)[number]

/** When agents are asked to store what they learned. */
export const askModes = ['off', 'moments', 'eager'] as const
export type AskMode = (typeof askModes)[number]

/** At a prompt that corrects, chooses or sets a wish; when work is done; after a compaction. */
export const askMoments = ['prompt', 'settled', 'compacted'] as const
export type AskMoment = (typeof askMoments)[number]

export const hitTypes = ['memory', 'turn', 'tool-event', 'session', 'commit'] as const

/** What people name by its id, or a part of it. */
export const idTypes = [...hitTypes, 'forgotten', 'job', 'consolidation'] as const
export type IdType = (typeof idTypes)[number]

/** The lifecycle events that subscribers can get. */
export const lifecycleTypes = [
  'session-started',
  'pre-compact',
  'post-compact',
  'instructions-loaded',
  'turn-ended',
  'memory-stored',
  'memory-superseded',
] as const
export type LifecycleType = (typeof lifecycleTypes)[number]

/** Version of the event format; a breaking change raises it. */
export const lifecycleVersion = 1

/** A larger page of a wiki is not read. */
export const mostPageBytes = 1024 * 1024

/** Background jobs in words. */
const jobWords: Readonly<Record<string, string>> = {
  remember: 'Storing what you asked to remember',
  'digest-turn': 'Summarising a turn',
  'digest-session': 'Summarising a session',
  extract: 'Extracting memories from a session',
  read: 'Having a model read a session',
  consolidate: 'Consolidating memories',
  'check-files': 'Checking what memories say of files',
  'follow-memories': "Reading Claude Code's own memory again",
  'read-commits': 'Reading commits',
  embed: 'Computing vectors for recall',
  'compile-wiki': 'Writing the wiki',
  'introduce-pages': 'Introducing pages of the wiki',
  prune: 'Deleting old data',
}

export function describeJob(kind: string): string {
  return jobWords[kind] ?? kind
}

/** What people call the agents that run our hooks. */
export const hostNames = {
  'claude-code': 'Claude Code',
  codex: 'Codex',
  copilot: 'Copilot CLI',
  cursor: 'Cursor',
  gemini: 'Gemini CLI',
  kiro: 'Kiro CLI',
  opencode: 'OpenCode',
  qwen: 'Qwen Code',
} as const
export type HostName = keyof typeof hostNames

const agentNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...hostNames,
    aider: 'Aider',
    amp: 'Amp',
    cline: 'Cline',
    continue: 'Continue',
    goose: 'Goose',
    'kilo-code': 'Kilo Code',
    'roo-code': 'Roo Code',
    specstory: 'SpecStory',
  }),
)

/** `Claude Code` for `claude-code`; an agent we do not know keeps its own name. */
export function nameAgent(name: string): string {
  return agentNames.get(name) ?? name
}

/** What `wiki lint` finds; `refused`: an item that cannot become a memory. */
export const wikiFindingKinds = [
  'broken-link',
  'orphan',
  'stale',
  'duplicate',
  'contradiction',
  'missing-source',
  'oversize',
  'refused',
  'front-matter',
  'repeated-anchor',
  'unreadable',
] as const

export const proofMeasures = ['corrections', 'repeated-failures', 'prompts', 'tokens'] as const
export type ProofMeasure = (typeof proofMeasures)[number]

export const proofVerdicts = ['fewer', 'more', 'unclear', 'too-few'] as const
export type ProofVerdict = (typeof proofVerdicts)[number]

/** What happens before a tool does what a memory is about. */
export const guardLevels = ['off', 'note', 'ask', 'block'] as const
export type GuardLevel = (typeof guardLevels)[number]

export const guardStates = ['kept', 'changed', 'replaced', 'removed'] as const

/** Unknown: the project's folder, or the file, cannot be read. */
export const checkStates = ['holds', 'fails', 'never-held', 'unknown'] as const
export type CheckState = (typeof checkStates)[number]

/** Of Claude Code's own memory: as the source of an import, and as the place of a promotion. */
export const claudeMemoryName = 'claude-code-memory'
