/**
 * A coding agent: how to connect it, what it sends, how it is answered. Adding one means implementing
 * this and listing it in `adapters/hosts/hosts.ts`; no other module knows a host by name.
 */
import type { HostEvent, TranscriptMessage } from '../model/host-event.ts'
import type { JsonObject } from '../model/json.ts'
import type { SettingsFiles } from './host-files.ts'

export interface Host extends HostProtocol, HostInstaller {}

export interface HostProtocol {
  /** The name in hook commands, configuration and rows: `claude-code`. */
  readonly name: string
  readonly displayName: string
  /** The shell in which it runs hooks on Windows, unless that is cmd or Git Bash. */
  readonly windowsShell?: 'powershell'
  /** The names its MCP client is known to use. */
  readonly mcpClients?: readonly string[]
  /** How to recognise a shell that the agent opened for its model. */
  readonly shell?: {
    /** Variables that it sets for the commands it runs, and that no user has in their own shell. */
    readonly marks: readonly string[]
    /** Its program, by file name, and the npm package with a scope. No editor with terminals of its own. */
    readonly programs: readonly string[]
  }
  readonly capabilities: HostCapabilities
  /** The events we listen to, and whether the hook answers. */
  readonly events: readonly HostEventSpec[]
  /**
   * Turns a payload into our event. Unknown events and fields are kept, never refused.
   * @returns undefined if the payload names no session and none can be derived
   */
  parse(eventName: string, payload: JsonObject): HostEvent | undefined
  /** For hosts that also run another host's hooks: whether they sent this payload. */
  isSender?(payload: JsonObject): boolean
  /**
   * Reads the messages in the last part of a transcript, oldest first; for hosts that keep one.
   * Skips lines of unknown form and the words of subagents and of the host itself.
   */
  readTranscript?(text: string): TranscriptMessage[]
  /** The size of the model's last context in tokens, if the transcript records it. */
  readContextTokens?(text: string): number | undefined
  /** The size of the model's context window in tokens, if the transcript records it. */
  readContextWindow?(text: string): number | undefined
  /** Where the host looks for instructions, if it does not report those it loads. */
  readonly instructions?: InstructionPlaces
  /** What the hook prints to give the host `context`; may be empty. */
  renderAnswer(eventName: string, context: string): string
  /** What the hook prints to hold a tool call back, at an event that guards tools. */
  renderVerdict(eventName: string, verdict: Verdict): string
  /** A prompt as the host would send it, to test its hook. */
  samplePrompt(prompt: SamplePrompt): { readonly event: string; readonly payload: JsonObject }
}

/** That a tool call must not run, or only if the user agrees, and what to say. */
export interface Verdict {
  readonly kind: 'ask' | 'block'
  readonly reason: string
}

/** Relative paths. Of each list, the host reads the first file that exists. */
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
  /** Answered only after a tool call that names a file which memories are about. */
  readonly answersAtFile?: boolean
  /** Answered only for a tool call that names a command or path which rules are about. */
  readonly answersAtTool?: boolean
  /** Sent before a tool runs, which the answer can hold back. */
  readonly guardsTool?: boolean
  /** Sent only for an answer; nothing of it is captured. */
  readonly isOnlyAsked?: boolean
}

export interface HostCapabilities {
  readonly injectsAtStart: boolean
  /**
   * Sources of a session start, e.g. `clear`, at which the host drops our answer, or which it never
   * sends, e.g. `compact`. The next prompt then gets what the start would have.
   */
  readonly losesStartOf?: readonly string[]
  readonly injectsAtPrompt: boolean
  readonly injectsAtSubagentStart: boolean
  readonly injectsAfterTool: boolean
  /** Whether it takes context right after a command that failed. */
  readonly injectsAfterFailure: boolean
  /** Whether it takes context right after it read or changed a file. */
  readonly injectsAtFile: boolean
  /** Whether it takes context at a tool call that rules are about: before it runs, or right after. */
  readonly injectsAtTool: boolean
  /** What a hook may do about a tool call before it runs. */
  readonly guards: readonly Verdict['kind'][]
  /** Whether an event carries the agent's answer; otherwise only a transcript may. */
  readonly endOfTurnText: boolean
  readonly compaction: boolean
  readonly maxContextCharacters: number
  /**
   * Files in the project's folder that it reads as instructions, and the name of its own memory: of each
   * list the first there is.
   */
  readonly instructionFiles?: readonly (readonly string[])[]
}

export interface HostInstaller {
  /** The environment variable by which users move the host's configuration folder, if it has one. */
  readonly configFolderVariable?: string
  detect(location: SettingsLocation): Promise<Detection>
  /** The files we add something to, the one with the hooks first. */
  integrationFiles(location: SettingsLocation): readonly IntegrationFile[]
  /** Settings that keep our hooks from running, or make them run twice. */
  findBlockers?(
    location: SettingsLocation,
    files: Pick<SettingsFiles, 'read'>,
  ): Promise<readonly Blocker[]>
  readonly plugin?: HostPlugin
  /** What else its user must know or do, such as trusting a hook. */
  readonly remarks: readonly string[]
  /** The same, for a setup of one project. */
  readonly projectRemarks?: readonly string[]
}

/**
 * The same hooks and MCP server as in the settings, in a folder of ours that the host's own program
 * installs and removes.
 */
export interface HostPlugin {
  /** What the host calls it. */
  readonly noun: 'plugin' | 'extension'
  /** What it has besides hooks and the MCP server, after `with`. */
  readonly extras: string
  readonly program: string
  /** The folder that the host is given, within the folder of all plugins. */
  readonly folder: string
  /** What we generate, by path within the folder of all plugins. */
  readonly files: Readonly<Record<string, (connection: HostConnection) => string>>
  /** @param folder the path of `folder` */
  installCommands(folder: string): readonly HostCommand[]
  readonly removeCommands: readonly HostCommand[]
  /** For hosts that keep a copy of the plugin: they copy it again. */
  readonly updateCommands?: readonly HostCommand[]
  /** Settings of the user's that the host changes when it installs the plugin. */
  settingsFiles(location: SettingsLocation): readonly string[]
  /** The plugin as the host loads it, from our folder or another one. Unreadable files are ignored. */
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
  /** As the host's commands take it. */
  readonly id: string
  /** Where the host has it from. */
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
 * One thing Throughline adds to a host's file: hooks, an MCP server, instructions. Changes text only,
 * never the disk. Installing twice is installing once; other entries, comments and formatting stay.
 */
export interface Integration {
  readonly kind: IntegrationKind
  /** @throws ThroughlineError `malformed-settings` with file, line and column */
  install(settings: SettingsText, connection: HostConnection): string
  remove(settings: SettingsText): string
  /** For hooks: the events that have no entry of ours. */
  missingEvents?(settings: SettingsText): readonly string[]
}

/** `permissions` lets the agent use our harmless tools without asking; only if the user wants it. */
export type IntegrationKind = 'hooks' | 'mcp' | 'instructions' | 'permissions'

/** Empty where there is no file; without a byte order mark. */
export interface SettingsText {
  readonly file: string
  readonly text: string
}

export interface HostConnection {
  /** The command line for one event, quoted for the host's shell. */
  command(event: HostEventSpec): string
  readonly mcpServer: McpServerCommand
  /** When to save and recall, for hosts with a file of instructions. */
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

export interface Blocker {
  readonly problem: string
  readonly hint: string
}

export interface HostPrograms {
  isThere(program: string): boolean
  /** @throws ThroughlineError `not-found`, or `conflict` with what the program said */
  run(program: string, command: HostCommand): Promise<void>
}
