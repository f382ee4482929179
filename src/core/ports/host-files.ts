/** Other files of hosts: their instructions and transcripts. */

import type { OutputOf } from '../../contract/operations/index.ts'
import type { Json } from '../model/json.ts'
import type { ReversePatch } from '../text/line-diff.ts'

/** CLAUDE.md, AGENTS.md and the like. */
export interface InstructionFiles {
  /**
   * The real path of a file, which may not exist yet.
   * @throws ThroughlineError `invalid-input` if it is outside the allowed folders, even through a
   * link, or is not a regular file of a reasonable size
   */
  locate(file: string): Promise<string>
  /** @returns undefined if the file does not exist */
  read(path: string): Promise<string | undefined>
  /** Replaces the file atomically and keeps its mode. Creates missing folders. */
  write(path: string, text: string): Promise<void>
  /** Deletes the file and every folder left empty. */
  remove(path: string): Promise<void>
}

/**
 * The hash and size of a file.
 * @returns undefined if the file does not exist, is unreadable or very long
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
 * Reads a file with instructions for agents. A link must stay within its own folder.
 * @returns undefined if the file does not exist, is unreadable or long
 */
export type ReadInstructions = (path: string) => Promise<InstructionText | undefined>

/**
 * Reads a document that contains a promotion.
 * @param file as in `Promotion`
 * @returns the part that an agent reads when it starts in the project's folder
 */
export type ReadDocument = (root: string, file: string) => Promise<string | undefined>

export interface Transcripts {
  /** The last whole lines, bounded in size. @returns undefined if unreadable */
  tail(path: string): Promise<string | undefined>
  /** Waits, so that the host can continue writing. */
  letWrite(ms: number): Promise<void>
}

/**
 * The files of a project that people write, and the agents' own memories of it. No other path
 * leaves the project's folder, even through a link.
 */
export interface ProjectDocuments extends InstructionFiles {
  readonly agentMemories: readonly AgentMemory[]
  /** The names in a folder, sorted; empty if the folder does not exist. */
  list(folder: string): Promise<string[]>
}

/** An agent's own memory of a project, in a file outside the project. */
export interface AgentMemory {
  /** Identifies the file, whose path differs between machines. */
  readonly name: string
  /** The agent reads no more lines than this when it starts. */
  readonly mostLines: number
  readonly mostCharacters: number
  /** @throws ThroughlineError `invalid-input` if the agent has no such file */
  locate(): Promise<string>
  /** @throws ThroughlineError `invalid-input` if settings keep the agent from reading it */
  requireRead(): Promise<void>
  /** What it says outside our block. */
  statements(): Promise<readonly string[]>
}

export interface SettingsFiles {
  /** @returns undefined if the file does not exist @throws ThroughlineError if it is unreadable */
  read(file: string): Promise<string | undefined>
  /** Creates the file's folder. @returns the folders that were missing, innermost first */
  makeFolders(file: string): Promise<readonly string[]>
  /** Replaces the file atomically. Keeps its mode and follows a symbolic link. */
  write(file: string, text: string): Promise<void>
  /** Deletes the file; for a symbolic link, deletes the target and keeps the link. */
  remove(file: string): Promise<void>
  /** Deletes those folders that are empty, in this order. */
  removeEmptyFolders(folders: readonly string[]): Promise<void>
}

export interface SettingsBackups {
  /** Readable backups, in no particular order. */
  list(): Promise<SettingsBackup[]>
  /** @returns undefined if there is no readable backup */
  find(file: string): Promise<SettingsBackup | undefined>
  /** Replaces an earlier backup of the same file. On disk when this returns. */
  save(backup: SettingsBackup): Promise<void>
  forget(file: string): Promise<void>
}

export interface SettingsBackup {
  readonly file: string
  /** Whether our first change created the file. */
  readonly wasCreated: boolean
  /** What we added, newest last. */
  readonly layers: readonly SettingsLayer[]
  /** The folders we created for the file, innermost first. */
  readonly madeFolders: readonly string[]
}

/** What one setup added: for the user, or for one of the projects that share the file. */
export interface SettingsLayer {
  /** `user`, or the project's folder. */
  readonly owner: string
  /** The hash of the text we wrote, to which the patch applies. */
  readonly writtenHash: string
  /** From what we wrote back to the earlier text; null if there was no file. */
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
