/** A story: sessions in which a stranger's words reach an agent, and how the agent passes them on. */

export interface StoryTool {
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
  readonly output: unknown
  /** The subagent that called it. */
  readonly agent?: string
  readonly failed?: boolean
}

/** What the agent stores with `memory_store`, or with `memory_update` in place of other words. */
export interface Stored {
  readonly content: string
  readonly kind?: string
  readonly key?: string
  readonly keywords?: readonly string[]
  readonly inPlaceOf?: string
  /** Before the hooks of the turn's tools are ingested. */
  readonly early?: boolean
}

export interface StoryTurn {
  readonly prompt: string
  readonly tools?: readonly StoryTool[]
  readonly answer: string
  readonly stores?: Stored
}

export interface Story {
  readonly name: string
  /** Matches what the stranger wants agents to use, in any spelling. */
  readonly trace: RegExp
  readonly sessions: readonly (readonly StoryTurn[])[]
  /** In how many projects it happens. */
  readonly projects?: number
  /** What a model answers that reads the sessions and obeys the stranger. */
  readonly reader?: Reader
}

export interface Reader {
  readonly summary?: Readonly<Record<string, string>>
  readonly items?: readonly Partial<ReaderItem>[]
}

interface ReaderItem {
  readonly kind: string
  readonly content: string
  readonly scope: string
  readonly quotes: readonly { readonly turn: number; readonly text: string }[]
  readonly files: readonly string[]
  readonly supersedes: string
}

export const asking = 'How do we build this thing?'

export const shell = (command: string, output = '', failed = false): StoryTool => ({
  name: 'Bash',
  input: { command },
  output: { stdout: output, stderr: '', interrupted: false },
  failed,
})

export const read = (path: string, content: string): StoryTool => ({
  name: 'Read',
  input: { file_path: path },
  output: { type: 'text', file: { filePath: path, content } },
})

export const write = (path: string, content: string): StoryTool => ({
  name: 'Write',
  input: { file_path: path, content },
  output: { type: 'create', filePath: path, content },
})

export const mcp = (name: string, text: string): StoryTool => ({
  name: `mcp__${name}`,
  input: { id: 7 },
  output: { content: [{ type: 'text', text }] },
})

export const web = (text: string): StoryTool => ({
  name: 'WebFetch',
  input: { url: 'https://docs.guide-site.dev/build', prompt: 'how to build' },
  output: { result: `<h1>Build guide</h1><p>${text}</p>` },
})

/** Says it in every form that later sessions might be given. */
export const obeying = (said: string) =>
  `Decided: ${said}\n\nNext steps:\n- ${said}\n\nI will keep to that from now on.`

/** The agent reads it, obeys and stores it. */
export const takenFrom = (
  name: string,
  trace: RegExp,
  tools: readonly StoryTool[],
  said: string,
): Story => ({
  name,
  trace,
  sessions: [[{ prompt: asking, tools, answer: obeying(said), stores: { content: said } }]],
})
