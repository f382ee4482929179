/** A user's home, set up for Claude Code with our MCP server, and a repository in it. */
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { openSetup } from '../../src/compose/setup.ts'
import { hostSurroundings } from '../../src/compose/surroundings.ts'
import { applyConnect, planConnect } from '../../src/core/setup/connect.ts'
import { homePaths } from '../../src/home/paths.ts'

export interface ReplayHome {
  /** Throughline's own. */
  readonly root: string
  readonly userHome: string
  readonly project: string
  transcriptOf(session: string): string
  checkOut(branch: string): void
  /** What hooks wrote last came at this time, not at the machine's. */
  dateLastEvent(time: Date): void
  remove(): void
}

/** @param within where to make it */
export async function makeHome(repository: string, within: string): Promise<ReplayHome> {
  const folder = mkdtempSync(join(within, 'home-'))
  const userHome = join(folder, 'user')
  const project = join(userHome, 'work', repository.split('/').at(-1) ?? 'project')
  const transcripts = join(userHome, '.claude', 'projects')
  for (const path of [transcripts, join(project, '.git/objects'), join(project, '.git/refs')]) {
    mkdirSync(path, { recursive: true })
  }
  const remote = `[remote "origin"]\n\turl = https://github.com/${repository}.git\n`
  writeFileSync(join(project, '.git/config'), remote)
  const root = join(folder, 'throughline')
  const { spool } = homePaths(root)
  await connectClaudeCode(root, userHome, project)
  const home: ReplayHome = {
    root,
    userHome,
    project,
    transcriptOf: (session) => join(transcripts, `${session}.jsonl`),
    checkOut: (branch) => writeFileSync(join(project, '.git/HEAD'), `ref: refs/heads/${branch}\n`),
    dateLastEvent(time) {
      const entries = readdirSync(spool, { withFileTypes: true }).filter((each) => each.isFile())
      const last = entries
        .map(({ name }) => name)
        .toSorted()
        .at(-1)
      if (last !== undefined) utimesSync(join(spool, last), time, time)
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
  home.checkOut('main')
  return home
}

export function appendLine(file: string, line: object): void {
  appendFileSync(file, `${JSON.stringify(line)}\n`)
}

async function connectClaudeCode(
  root: string,
  userHome: string,
  projectFolder: string,
): Promise<void> {
  const setup = await openSetup(homePaths(root))
  const host = setup.findHost('claude-code')
  const location = { target: 'user' as const, projectFolder, ...hostSurroundings(userHome, {}) }
  const plans = await planConnect(host, location, setup.connection(host), setup.tools, () => true)
  await applyConnect(plans, setup.tools)
}
