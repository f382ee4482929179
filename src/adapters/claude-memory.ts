/**
 * Where Claude Code keeps its own memory of a project, and how much of it a session reads, as
 * observed in 2.1.325.
 */
import { join } from 'node:path'
import { isJsonObject, parseJson } from '../core/model/json.ts'
import { readSmallFile } from './read-small-file.ts'

/** How much of MEMORY.md a session reads at its start. Claude Code skips comments; we count them. */
export const claudeMemoryLimits = { mostLines: 200, mostCharacters: 25_000 } as const

interface UserPlace {
  readonly userHome: string
  readonly env: Readonly<Record<string, string | undefined>>
}

export const claudeFolder = ({ userHome, env }: UserPlace) =>
  env.CLAUDE_CONFIG_DIR || join(userHome, '.claude')

/** Special characters become hyphens, so folders may share a name. A long name ends in a hash. */
export function claudeNameOf(folder: string): string {
  const name = folder.replaceAll(/[^A-Za-z0-9]/g, '-')
  return name.length <= 200 ? name : `${name.slice(0, 200)}-${shortHash(folder)}`
}

function shortHash(text: string): string {
  let hash = 0
  for (let at = 0; at < text.length; at += 1) hash = (hash * 31 + text.charCodeAt(at)) | 0
  return Math.abs(hash).toString(36)
}

/** @param repository the repository's main folder, shared by all its worktrees */
export const claudeMemoryFolder = (repository: string, place: UserPlace) =>
  join(claudeFolder(place), 'projects', claudeNameOf(repository), 'memory')

/**
 * Why a session in this folder does not read that file. We do not follow a folder set by a
 * repository: it could name any.
 */
export async function findClaudeMemoryObstacle(
  workTree: string,
  place: UserPlace,
): Promise<string | undefined> {
  if (isOn(place.env[switchOff])) return `${switchOff} is set`
  const files = [
    join(claudeFolder(place), 'settings.json'),
    join(workTree, '.claude', 'settings.json'),
    join(workTree, '.claude', 'settings.local.json'),
  ]
  for (const file of files) {
    const setting = await readObstacle(file)
    if (setting !== undefined) return `${setting} in ${file}`
  }
  return undefined
}

const switchOff = 'CLAUDE_CODE_DISABLE_AUTO_MEMORY'
const isOn = (value: unknown) => /^(?:1|true|yes|on)$/i.test(String(value ?? ''))
const mostSettingsBytes = 1024 * 1024

async function readObstacle(file: string): Promise<string | undefined> {
  const content = await readSmallFile(file, { mostBytes: mostSettingsBytes, followsLinks: true })
  const settings = content && parseJson(content.toString('utf8'))
  if (!isJsonObject(settings)) return undefined
  const { autoMemoryEnabled, autoMemoryDirectory, env } = settings
  if (autoMemoryEnabled === false) return 'autoMemoryEnabled is false'
  if (typeof autoMemoryDirectory === 'string') return 'autoMemoryDirectory moves it'
  return isJsonObject(env) && isOn(env[switchOff]) ? `${switchOff} is set` : undefined
}
