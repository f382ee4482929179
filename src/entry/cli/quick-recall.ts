/**
 * `throughline recall` without the program around it: by way of the running daemon, else straight
 * on the database. Whatever is not plain is left to the command itself, which gives the same answer
 * and the better errors. Built into one file, since finding sixty takes longer than answering.
 */
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { isPlainHome } from '../../compose/plain-home.ts'
import type { InputOf, OutputOf } from '../../contract/operations/index.ts'
import { homePaths, resolveHome } from '../../home/paths.ts'
import type { DaemonReply } from '../hook/daemon-request.ts'
import { print } from '../hook/standard-streams.ts'
import { parsePlainQuestion } from './plain-question.ts'
import { plain } from './present.ts'
import { answerLines } from './print-hits.ts'

const patienceMs = 5_000

export interface QuickWorld {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly userHome: string
  readonly cwd: string
  readonly write: (text: string) => Promise<void> | void
}

/** For this process. @returns false when the command itself must do it; then nothing was printed */
export async function recallQuickly(argv: readonly string[]): Promise<boolean> {
  const write = (text: string) => print(text).catch((error: Error) => failToPrint(error, argv))
  try {
    const world = { env: process.env, userHome: homedir(), cwd: process.cwd(), write }
    return await quickRecall(argv, world)
  } catch {
    // The folder was removed; the command has words for that.
    return false
  }
}

async function failToPrint(error: Error, argv: readonly string[]): Promise<void> {
  const { errorText, unprinted } = await import('./error-text.ts')
  process.stderr.write(errorText(unprinted(error), argv.includes('--json')))
  process.exitCode = 1
}

/** @returns false when the command itself must do it; then nothing was written */
export async function quickRecall(argv: readonly string[], world: QuickWorld): Promise<boolean> {
  const question = parsePlainQuestion(argv, world.cwd)
  if (!question) return false
  const { input, asJson } = question
  const result = await answer(input, world).catch(() => undefined)
  // Nothing of an agent: the command knows whether there is one of that name.
  if (!result || (input.host !== undefined && result.hits.length === 0)) return false
  const lines = asJson
    ? [JSON.stringify(result, null, 2)]
    : answerLines(result.hits, input, new Date()).map(plain)
  await world.write(lines.map((line) => `${line}\n`).join(''))
  return true
}

type Answer = Promise<OutputOf<'recall'> | undefined>

async function answer(input: InputOf<'recall'>, { env, userHome }: QuickWorld): Answer {
  const root = resolveHome(env, userHome)
  const paths = homePaths(root)
  const { THROUGHLINE_PROJECT: projectName } = env
  // The daemon knows nothing of a project that was named in this environment.
  const canAsk = !projectName && existsSync(paths.runFile)
  const reply = canAsk ? await askDaemon(paths.runFile, input) : down
  if (reply.kind === 'reply' && reply.status === '200') return JSON.parse(reply.body)
  if (reply.kind !== 'down' || !isPlainHome(paths, env)) return undefined
  const { recallReadOnly } = await import('../../compose/read-only.ts')
  return recallReadOnly(input, { root, userHome, projectName })
}

const down: DaemonReply = { kind: 'down' }

async function askDaemon(runFile: string, input: InputOf<'recall'>): Promise<DaemonReply> {
  const { requestDaemon } = await import('../hook/daemon-request.ts')
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(input)) parameters.set(name, String(value))
  return requestDaemon(runFile, { method: 'GET', target: `/api/recall?${parameters}` }, patienceMs)
}
