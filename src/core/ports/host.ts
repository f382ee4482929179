/**
 * A coding agent: how it is wired, what it sends, how it is answered. Adding one means implementing
 * this and listing it in the registry; no other module knows a host by name.
 */
import type { HostEvent } from '../capture/event.ts'
import type { TranscriptMessage } from '../capture/transcript-message.ts'
import type { JsonObject } from '../json.ts'

export interface Host extends HostProtocol, HostInstaller {}

export interface HostProtocol {
  /** The name in hook commands, configuration and rows: `claude-code`. */
  readonly name: string
  readonly displayName: string
  readonly capabilities: HostCapabilities
  /** Every event `install` wires, and whether its hook answers. */
  readonly events: readonly HostEventSpec[]
  /**
   * The host's payload as our event. Unknown events and fields are kept, never refused.
   * @returns undefined when the payload names no session and none can be derived.
   */
  parse(eventName: string, payload: JsonObject): HostEvent | undefined
  /**
   * What was said, oldest first, from the end of a transcript; for hosts that keep one. Lines of no
   * known form are passed over; words of subagents and of the host itself are left out.
   */
  readTranscript?(text: string): TranscriptMessage[]
  /** How many tokens the model was given last, by the end of a transcript, where it tells. */
  readContextTokens?(text: string): number | undefined
  /** What the hook prints to hand `context` to the host; empty when there is nothing to say. */
  renderAnswer(eventName: string, context: string): string
}

export interface HostEventSpec {
  readonly name: string
  readonly answers: boolean
}

export interface HostCapabilities {
  readonly injectsAtStart: boolean
  readonly injectsAtPrompt: boolean
  readonly endOfTurnText: boolean
  readonly compaction: boolean
  readonly maxContextCharacters: number
}

export interface HostInstaller {
  /** The environment variable by which users move the host's configuration folder, if it has one. */
  readonly configFolderVariable?: string
  /** Whether this machine seems to have the host, and why we think so. */
  detect(place: HostPlace): Promise<{ found: boolean; reason: string }>
  /**
   * The change that wires (or unwires) our hooks, not yet applied. Planning twice after applying
   * gives no change. Foreign entries, comments and formatting stay.
   * @throws ThroughlineError `malformed-settings` with file, line and column
   */
  planInstall(place: HostPlace, wiring: HookWiring): Promise<SettingsChange>
  planRemove(place: HostPlace): Promise<SettingsChange>
  /** Which of our entries the settings hold now, and which are missing or out of date. */
  inspect(place: HostPlace, wiring: HookWiring): Promise<HostInspection>
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
}

export interface HookWiring {
  /** The command line for one event, quoted for the host's shell. */
  command(event: HostEventSpec): string
}

/** One file's change; `before` or `after` undefined means the file is absent on that side. */
export interface SettingsChange {
  readonly file: string
  readonly before: string | undefined
  readonly after: string | undefined
  /** True when `after` says nothing any more: whoever made the file may delete it. */
  readonly afterIsEmpty?: boolean
}

export interface HostInspection {
  readonly file: string
  readonly state: 'absent' | 'current' | 'outdated'
  /** Events without any entry of ours. */
  readonly missingEvents: readonly string[]
  /** The setting that keeps every hook from running, e.g. `disableAllHooks`. */
  readonly disabledBy?: string
}
