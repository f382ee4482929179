/** Other files of hosts: their instructions and transcripts. */

import type { OutputOf } from '../../contract/operations/index.ts'
import type { Json } from '../model/json.ts'
import type { ReversePatch } from '../text/line-diff.ts'

/** CLAUDE.md, AGENTS.md and the like. */
export interface InstructionFiles {
  /**
   * The real path of a file, which need not exist yet.
   * @throws ThroughlineError `invalid-input` if it is outside the allowed folders, even through a
   * link, or is not a regular file of a reasonable size
   */
  locate(file: string): Promise<string>
  /** @returns undefined if there is no such file */
  read(path: string): Promise<string | undefined>
  /** Replaces the file atomically, keeping its mode. Makes the folders it needs. */
  write(path: string, text: string): Promise<void>
  /** Deletes the file, and the folders that are then empty. */
  remove(path: string): Promise<void>
}

/**
 * The hash and size of a file.
 * @returns undefined if there is no such file, it cannot be read, or it is very long
 */
export type MeasureFile = (
  path: string,
) => Promise<{ readonly hash: string; readonly bytes: number } | undefined>

interface InstructionText {
  readonly text: string
  readonly hash: string
  readonly bytes: number
}

/**
 * A file with instructions for agents. A link may lead no further than its own folder.
 * @returns undefined if there is no such file, it cannot be read, or it is long
 */
export type ReadInstructions = (path: string) => Promise<InstructionText | undefined>

/**
 * A document that a promotion is in.
 * @param file as in `Promotion`
 * @returns as much of it as an agent reads when it starts in the project's folder
 */
export type ReadDocument = (root: string, file: string) => Promise<string | undefined>

export interface Transcripts {
  /** The last whole lines, bounded in size. @returns undefined if it cannot be read */
  tail(path: string): Promise<string | undefined>
  /** Gives the host this time to go on writing. */
  letWrite(ms: number): Promise<void>
}

/**
 * The files of a project that people write, and the memories that agents keep of it. No other path
 * leaves the project's folder, not even through a link.
 */
export interface ProjectDocuments extends InstructionFiles {
  readonly agentMemories: readonly AgentMemory[]
  /** Names of the files and folders in a folder, sorted; empty if there is no such folder. */
  list(folder: string): Promise<string[]>
}

/** What an agent remembers of a project by itself, in a file outside of it. */
export interface AgentMemory {
  /** Stands for the file, which is elsewhere on every machine. */
  readonly name: string
  /** The agent reads no more of it when it starts. */
  readonly mostLines: number
  readonly mostCharacters: number
  /** @throws ThroughlineError `invalid-input` where the agent has none */
  locate(): Promise<string>
  /** @throws ThroughlineError `invalid-input` where settings keep the agent from reading it */
  requireRead(): Promise<void>
  /** What it says beside our block. */
  statements(): Promise<readonly string[]>
}

export interface SettingsFiles {
  /** @returns undefined if there is no such file @throws ThroughlineError if it cannot be read */
  read(file: string): Promise<string | undefined>
  /** Makes the file's folder. @returns the folders that were missing, innermost first */
  makeFolders(file: string): Promise<readonly string[]>
  /** Replaces the file atomically. Keeps its mode, and writes through a symbolic link. */
  write(file: string, text: string): Promise<void>
  /** Deletes the file; of a symbolic link it deletes the target and keeps the link. */
  remove(file: string): Promise<void>
  /** Deletes the folders that exist and are empty, in this order. */
  removeEmptyFolders(folders: readonly string[]): Promise<void>
}

export interface SettingsBackups {
  /** Those that can be read, in no particular order. */
  list(): Promise<SettingsBackup[]>
  /** @returns undefined if there is none, or none that can be read */
  find(file: string): Promise<SettingsBackup | undefined>
  /** Replaces an earlier backup of the same file. On disk when this returns. */
  save(backup: SettingsBackup): Promise<void>
  forget(file: string): Promise<void>
}

export interface SettingsBackup {
  readonly file: string
  /** Whether our first change created the file. */
  readonly wasCreated: boolean
  /** What we added, latest last. */
  readonly layers: readonly SettingsLayer[]
  /** The folders we made for the file, innermost first. */
  readonly madeFolders: readonly string[]
}

/** What one setup added: for the user, or for one of the projects that share the file. */
export interface SettingsLayer {
  /** `user`, or the project's folder. */
  readonly owner: string
  /** The hash of the text we wrote, which the patch applies to. */
  readonly writtenHash: string
  /** From what we wrote to what was there; null if there was no file. */
  readonly wayBack: ReversePatch | null
}

export type SettingState = OutputOf<'getSettings'>['settings'][number]

export interface Settings {
  readonly file: string
  /** @throws ThroughlineError `invalid-config` if the file is malformed */
  list(): SettingState[]
  /** @throws ThroughlineError `invalid-input` if the value is not allowed */
  set(key: string, value: Json): void
  reset(key: string): void
}
