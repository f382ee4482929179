/**
 * A coding agent: how to connect it, what it sends, and how to answer it. To add one, implement
 * this and list it in `adapters/hosts/hosts.ts`; no other module knows a host by name.
 */
import type { HostEvent, TranscriptMessage } from '../model/host-event.ts'
import type { JsonObject } from '../model/json.ts'
import type { SettingsFiles } from './host-files.ts'

export interface Host extends HostProtocol, HostInstaller {}

export interface HostProtocol {
  /** The name in hook commands, configuration and rows: `claude-code`. */
  readonly name: string
  readonly displayName: string
  /** The shell that runs its hooks on Windows, unless that is cmd or Git Bash. */
  readonly windowsShell?: 'powershell'
  /** The names under which its MCP client is known. */
  readonly mcpClients?: readonly string[]
  /** How to recognise a shell that the agent opened for its model. */
  readonly shell?: {
    /** Variables that it sets for its commands and that no user sets. */
    readonly marks: readonly string[]
    /** Its program, by file name, and the scoped npm package. Not for editors that have terminals. */
    readonly programs: readonly string[]
  }
  readonly capabilities: HostCapabilities
  /** The events we listen to, and whether the hook answers. */
  readonly events: readonly HostEventSpec[]
  /**
   * Converts a payload to our event. Keeps unknown events and fields.
   * @returns undefined if the payload has no session and none can be derived
   */
  parse(eventName: string, payload: JsonObject): HostEvent | undefined
  /** For hosts that also run another host's hooks: whether this host sent the payload. */
  isSender?(payload: JsonObject): boolean
  /**
   * Reads the messages in the last part of a transcript, oldest first; for hosts that keep one.
   * Skips unknown lines, and the words of subagents and of the host itself.
   */
  readTranscript?(text: string): TranscriptMessage[]
  /** The size of the model's last context in tokens, if the transcript records it. */
  readContextTokens?(text: string): number | undefined
  /** The size of the model's context window in tokens, if the transcript records it. */
  readContextWindow?(text: string): number | undefined
  /** Where the host looks for instructions, unless it reports those it loads. */
  readonly instructions?: InstructionPlaces
  /** What the hook prints to give the host `context`; may be empty. */
  renderAnswer(eventName: string, context: string): string
  /** What the hook prints to hold back a tool call, at an event that guards tools. */
  renderVerdict(eventName: string, verdict: Verdict): string
  /** A prompt as the host would send it, to test its hook. */
  samplePrompt(prompt: SamplePrompt): { readonly event: string; readonly payload: JsonObject }
}

/** A tool call must not run, or only if the user agrees, and why. */
export interface Verdict {
  readonly kind: 'ask' | 'block'
  readonly reason: string
}

/** Relative paths. The host reads the first file of each list that exists. */
export interface InstructionPlaces {
  readonly inHome?: readonly (readonly string[])[]
  /** Only in the project's folder. */
  readonly inProject?: readonly (readonly string[])[]
  /** In every folder from the project's down to the session's. */
  readonly inFolders?: readonly (readonly string[])[]
}

export interface SamplePrompt {
  readonly sessionId: string
  readonly text: string
  readonly cwd: string
}

export interface HostEventSpec {
  readonly name: string
  readonly answers: boolean
  /** Answered only after a tool call that may settle work, such as a commit. */
  readonly answersIfSettled?: boolean
  readonly answersIfFailed?: boolean
  /** Answered only after a tool call on a file with memories. */
  readonly answersAtFile?: boolean
  /** Answered only for a tool call on a command or path with a rule. */
  readonly answersAtTool?: boolean
  /** Sent before a tool runs; the answer can hold it back. */
  readonly guardsTool?: boolean
  /** Sent only to be answered; not captured. */
  readonly isOnlyAsked?: boolean
}

export interface HostCapabilities {
  readonly injectsAtStart: boolean
  /**
   * Sources of a session start at which the host drops our answer, such as `clear`, or which it
   * never sends, such as `compact`. The next prompt then gets that context.
   */
  readonly losesStartOf?: readonly string[]
  readonly injectsAtPrompt: boolean
  readonly injectsAtSubagentStart: boolean
  readonly injectsAfterTool: boolean
  /** Whether it accepts context right after a failed command. */
  readonly injectsAfterFailure: boolean
  /** Whether it accepts context right after it read or changed a file. */
  readonly injectsAtFile: boolean
  /** Whether it accepts context at a tool call with a rule: before it runs, or right after. */
  readonly injectsAtTool: boolean
  /** How a hook can hold back a tool call before it runs. */
  readonly guards: readonly Verdict['kind'][]
  /** Whether an event carries the agent's answer; otherwise only a transcript may. */
  readonly endOfTurnText: boolean
  readonly compaction: boolean
  readonly maxContextCharacters: number
  /**
   * Files in the project's folder that it reads as instructions, and the name of its own memory:
   * the first of each list that exists.
   */
  readonly instructionFiles?: readonly (readonly string[])[]
}

export interface HostInstaller {
  /** The environment variable that moves the host's configuration folder, if there is one. */
  readonly configFolderVariable?: string
  detect(location: SettingsLocation): Promise<Detection>
  /** The files we edit, the one with the hooks first. */
  integrationFiles(location: SettingsLocation): readonly IntegrationFile[]
  /** Settings that keep our hooks from running, or make them run twice. */
  findBlockers?(
    location: SettingsLocation,
    files: Pick<SettingsFiles, 'read'>,
  ): Promise<readonly Blocker[]>
  readonly plugin?: HostPlugin
  /** Other things the user must know or do, such as trusting a hook. */
  readonly remarks: readonly string[]
  /** Remarks for a setup of one project. */
  readonly projectRemarks?: readonly string[]
}

/**
 * The same hooks and MCP server as in the settings, in our folder. The host's own program installs
 * and removes it.
 */
export interface HostPlugin {
  readonly noun: 'plugin' | 'extension'
  readonly program: string
  /** The folder to install from, within the folder of all plugins. */
  readonly folder: string
  /** The files we generate, by path within the folder of all plugins. */
  readonly files: Readonly<Record<string, (connection: HostConnection) => string>>
  /** @param folder the path of `folder` */
  installCommands(folder: string): readonly HostCommand[]
  readonly removeCommands: readonly HostCommand[]
  /** For hosts that copy the plugin: commands that copy it again. */
  readonly updateCommands?: readonly HostCommand[]
  /** The user's settings that the host changes when it installs the plugin. */
  settingsFiles(location: SettingsLocation): readonly string[]
  /** Finds the plugin as the host loads it, from any folder. Skips unreadable files. */
  find(
    location: SettingsLocation,
    files: Pick<SettingsFiles, 'read'>,
  ): Promise<InstalledPlugin | undefined>
}

export interface HostCommand {
  readonly args: readonly string[]
  readonly input?: string
}

export interface InstalledPlugin {
  /** In the form that the host's commands accept. */
  readonly id: string
  /** Where the host loads it from. */
  readonly folder: string
}

export interface Detection {
  readonly found: boolean
  readonly reason: string
}

export type SettingsTarget = 'user' | 'project'

export interface SettingsLocation {
  readonly target: SettingsTarget
  readonly userHome: string
  /** The host's configuration folder, if `configFolderVariable` moves it. */
  readonly configFolder?: string
  /** For the target `project`. */
  readonly projectFolder: string
  /** Where the user's shell looks for programs. */
  readonly programFolders: readonly string[]
}

interface IntegrationFile {
  readonly file: string
  readonly integrations: readonly Integration[]
}

/**
 * One addition to a host's file: hooks, an MCP server, instructions. Changes text, never the disk.
 * Installing twice equals installing once; other entries, comments and formatting stay.
 */
export interface Integration {
  readonly kind: IntegrationKind
  /** @throws ThroughlineError `malformed-settings` with file, line and column */
  install(settings: SettingsText, connection: HostConnection): string
  remove(settings: SettingsText): string
  /** For hooks: the events without an entry of ours. */
  missingEvents?(settings: SettingsText): readonly string[]
}

/** `permissions` lets the agent use our harmless tools without asking; only if the user wants it. */
export type IntegrationKind = 'hooks' | 'mcp' | 'instructions' | 'permissions'

/** Empty if there is no file; without a byte order mark. */
export interface SettingsText {
  readonly file: string
  readonly text: string
}

export interface HostConnection {
  /** The command line for one event, quoted for the host's shell. */
  command(event: HostEventSpec): string
  readonly mcpServer: McpServerCommand
  /** When to save and recall, for hosts with an instruction file. */
  readonly guidance: string
}

export interface McpServerCommand {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** The change to one file; `before` or `after` is undefined if the file is absent on that side. */
export interface SettingsChange {
  readonly file: string
  readonly before: string | undefined
  readonly after: string | undefined
}

export interface Blocker {
  readonly problem: string
  readonly hint: string
}

export interface HostPrograms {
  isThere(program: string): boolean
  /** @throws ThroughlineError `not-found`, or `conflict` with the program's message */
  run(program: string, command: HostCommand): Promise<void>
}
