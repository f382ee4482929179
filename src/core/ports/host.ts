/**
 * A coding agent: how it is wired, what it sends, how it is answered. Adding one means implementing
 * this and listing it in `adapters/hosts/hosts.ts`; no other module knows a host by name.
 */
import type { HostEvent } from '../model/host-event.ts'
import type { JsonObject } from '../model/json.ts'
import type { TranscriptMessage } from '../model/transcript-message.ts'
import type { SettingsFiles } from './settings-files.ts'

export interface Host extends HostProtocol, HostInstaller {}

export interface HostProtocol {
  /** The name in hook commands, configuration and rows: `claude-code`. */
  readonly name: string
  readonly displayName: string
  /** What its MCP client calls itself, as far as that is known. */
  readonly mcpClients?: readonly string[]
  readonly capabilities: HostCapabilities
  /** Every event that is wired, and whether its hook answers. */
  readonly events: readonly HostEventSpec[]
  /**
   * The host's payload as our event. Unknown events and fields are kept, never refused.
   * @returns undefined when the payload names no session and none can be derived.
   */
  parse(eventName: string, payload: JsonObject): HostEvent | undefined
  /** For hosts that run hooks wired for another one: whether a payload is theirs after all. */
  isSender?(payload: JsonObject): boolean
  /**
   * What was said, oldest first, from the end of a transcript; for hosts that keep one. Lines of no
   * known form are passed over; words of subagents and of the host itself are left out.
   */
  readTranscript?(text: string): TranscriptMessage[]
  /** How many tokens the model was given last, by the end of a transcript, where it tells. */
  readContextTokens?(text: string): number | undefined
  /** What the hook prints to hand `context` to the host; empty when there is nothing to say. */
  renderAnswer(eventName: string, context: string): string
  /** A prompt as the host would send it, for seeing whether its hook works. */
  samplePrompt(prompt: SamplePrompt): { readonly event: string; readonly payload: JsonObject }
}

export interface SamplePrompt {
  readonly sessionId: string
  readonly text: string
  readonly cwd: string
}

export interface HostEventSpec {
  readonly name: string
  readonly answers: boolean
}

export interface HostCapabilities {
  readonly injectsAtStart: boolean
  /**
   * Sources of a session's start, e.g. `clear`, at which it is told nothing all the same, or that it
   * does not send: `compact`. The first prompt after it brings what the start would have.
   */
  readonly losesStartOf?: readonly string[]
  readonly injectsAtPrompt: boolean
  readonly injectsAtSubagentStart: boolean
  /** Whether an event tells what the agent answered; otherwise its transcript does, or nothing. */
  readonly endOfTurnText: boolean
  /** Whether it tells before it compacts. */
  readonly compaction: boolean
  readonly maxContextCharacters: number
}

export interface HostInstaller {
  /** The environment variable by which users move the host's configuration folder, if it has one. */
  readonly configFolderVariable?: string
  /** Whether this machine seems to have the host, and why we think so. */
  detect(place: HostPlace): Promise<Detection>
  /** The files that hold something of ours, the one with the hooks first. */
  wiredFiles(place: HostPlace): readonly WiredFile[]
  /** What keeps hooks that are wired from running, or has them run twice. */
  findObstacles?(place: HostPlace, files: Pick<SettingsFiles, 'read'>): Promise<readonly Obstacle[]>
  /** What else brings our hooks to this host, such as its own plugin of ours: `the plugin …`. */
  findOtherWay?(place: HostPlace, files: Pick<SettingsFiles, 'read'>): Promise<string | undefined>
  /** What its user must know or do besides: a hook to be trusted, a thing it cannot do. */
  readonly remarks: readonly string[]
  /** The same of wiring it for one project. */
  readonly projectRemarks?: readonly string[]
}

export interface Detection {
  readonly found: boolean
  readonly reason: string
}

export type SettingsTarget = 'user' | 'project'

export interface HostPlace {
  readonly target: SettingsTarget
  /** The user's home folder. */
  readonly userHome: string
  /** The host's configuration folder, where the user moved it by `configFolderVariable`. */
  readonly configFolder?: string
  /** The folder whose settings are meant when the target is `project`. */
  readonly projectFolder: string
  /** Where the user's shell looks for programs. */
  readonly programFolders: readonly string[]
}

export interface WiredFile {
  readonly file: string
  readonly wires: readonly Wire[]
}

/**
 * One thing of ours in a file of the host's. It changes text and reads no disk. Installing twice
 * changes nothing more; foreign entries, comments and formatting stay.
 */
export interface Wire {
  readonly kind: WireKind
  /** @throws ThroughlineError `malformed-settings` with file, line and column */
  install(settings: SettingsText, wiring: HostWiring): string
  remove(settings: SettingsText): string
  /** For hooks: events without any entry of ours. */
  missingEvents?(settings: SettingsText): readonly string[]
}

export type WireKind = 'hooks' | 'mcp' | 'instructions'

/** Empty where there is no file; without a byte order mark. */
export interface SettingsText {
  readonly file: string
  readonly text: string
}

/** What hosts are told about us. */
export interface HostWiring {
  /** The command line for one event, quoted for the host's shell. */
  command(event: HostEventSpec): string
  readonly mcpServer: McpServerCommand
  /** When to save and when to recall, for a host whose agent no hook can tell. */
  readonly guidance: string
}

export interface McpServerCommand {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** One file's change; `before` or `after` undefined means the file is absent on that side. */
export interface SettingsChange {
  readonly file: string
  readonly before: string | undefined
  readonly after: string | undefined
}

export interface Obstacle {
  readonly problem: string
  readonly hint: string
}
