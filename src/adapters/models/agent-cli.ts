/**
 * Sends one request to the user's own coding agent, without tools, hooks, MCP servers, instructions
 * or saved session. `agents.ts` defines how to call each agent.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type ErrorCode, ThroughlineError, type TokenUsage } from '../../contract/errors.ts'
import type { ReadingAgent } from '../../contract/vocabulary.ts'
import type { LanguageModel, ModelReply, ModelRequest } from '../../core/ports/models.ts'
import { oneLineExcerpt } from '../../core/text/shorten.ts'
import { cleanEnvironment } from '../../home/clean-environment.ts'
import { type CommandResult, findCommand, runCommand } from '../programs.ts'
import { readSmallFile } from '../read-small-file.ts'
import type { AgentAnswer } from './agent-answers.ts'
import { type Agent, agents } from './agents.ts'
import { misconfigured, mostReplyBytes, type Problem } from './model-api.ts'

export interface AgentSettings {
  readonly command: string
  /** Empty for the agent's default. */
  readonly model: string
  readonly apiKeyVariable: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly timeoutMs: number
}

export function createAgentModel(name: ReadingAgent, settings: AgentSettings): LanguageModel {
  const { command, model, env } = settings
  const find = () => findCommand(command, env)
  const notFound: Problem = {
    problem: `command not found: ${command}`,
    hint: `install ${agents[name].title}, or set models.commands`,
  }
  return {
    provider: name,
    model,
    probe: async () => (find() ? 'ready' : notFound),
    async complete(request, signal) {
      const file = find()
      if (!file) throw misconfigured(notFound)
      return ask({ name, file, settings, request }, signal)
    },
  }
}

interface Question {
  readonly name: ReadingAgent
  readonly file: string
  readonly settings: AgentSettings
  readonly request: ModelRequest
}

async function ask(question: Question, signal: AbortSignal): Promise<ModelReply> {
  const { name, settings } = question
  const { command, timeoutMs } = settings
  const limit = AbortSignal.timeout(timeoutMs)
  const folder = await mkdtemp(join(tmpdir(), 'throughline-reader-'))
  try {
    const result = await run(question, folder, AbortSignal.any([signal, limit]))
    const report = await readSmallFile(join(folder, reportFile), { mostBytes: mostReplyBytes })
    const answer = agents[name].read(result, report?.toString('utf8') ?? '')
    return replyOf(command, answer, result)
  } catch (cause) {
    if (cause instanceof ThroughlineError) throw cause
    signal.throwIfAborted()
    if (limit.aborted) throw tooSlow(command, timeoutMs)
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new ThroughlineError('model-misconfigured', `cannot run ${command}: ${reason}`, {
      hint: `check models.commands`,
      cause,
      wasRefused: true,
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Where an agent writes its usage figures, if it can. */
const reportFile = 'usage.json'

/**
 * The folder contains what the agent needs. The agent works in an empty subfolder, because some
 * agents send every local file that the prompt mentions as `@path`. The empty `.env` stops them
 * from searching parent folders, some of which anyone may write to.
 */
async function run(
  { name, file, settings, request }: Question,
  folder: string,
  signal: AbortSignal,
): Promise<CommandResult> {
  const agent: Agent = agents[name]
  const { model, apiKeyVariable } = settings
  const named = [apiKeyVariable, ...(agent.keyVariables ?? [])]
  const env = cleanEnvironment(settings.env, { named })
  const systemFile = join(folder, 'system.md')
  const call = await agent.prepare({
    model,
    request,
    folder,
    systemFile,
    reportFile: join(folder, reportFile),
    env: { HOME: homedir(), ...env },
    readFile: async (path) =>
      (await readSmallFile(path, { mostBytes: mostSettingsBytes, followsLinks: true }))?.toString(),
  })
  const work = join(folder, 'work')
  const temporary = join(folder, 'tmp')
  for (const made of [work, temporary]) await mkdir(made)
  const files = { '.env': '', 'system.md': request.system, ...call.files }
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text, { mode: 0o600 })
  }
  return runCommand(
    {
      file,
      args: call.args,
      env: {
        ...env,
        // Makes our own hooks exit at once.
        THROUGHLINE_INTERNAL: '1',
        // If a call fails, some agents write its prompt to a temporary file.
        ...{ TMPDIR: temporary, TMP: temporary, TEMP: temporary },
        NO_COLOR: '1',
        ...call.env,
      },
      folder: work,
      input: call.input ?? request.prompt,
      mostBytes: mostReplyBytes,
    },
    signal,
  )
}

const mostSettingsBytes = 1_000_000

/** @throws ThroughlineError like `LanguageModel.complete` */
function replyOf(
  command: string,
  answer: AgentAnswer | undefined,
  result: CommandResult,
): ModelReply {
  if (!answer) throw withoutAnswer(command, result)
  const { text = '', isCut = false, isRefusal = false, failure, usage } = answer
  if (isRefusal || isCut || !failure) return { text, isCut, isRefusal, usage }
  throw failureOf(command, failure, usage)
}

function tooSlow(command: string, timeoutMs: number): ThroughlineError {
  return new ThroughlineError(
    'model-unavailable',
    `${command} did not answer within ${timeoutMs} ms`,
    { hint: 'if this happens often, raise models.timeoutSeconds' },
  )
}

function failureOf(
  command: string,
  { message, status = statusIn(message) }: NonNullable<AgentAnswer['failure']>,
  usage: TokenUsage | undefined,
): ThroughlineError {
  const said = `${command} failed: ${oneLineExcerpt(message)}`
  const isLogin =
    status === 401 || status === 403 || (status === undefined && isAboutLogin(message))
  if (isLogin) {
    const hint = `run ${command} once and log in`
    return new ThroughlineError('model-misconfigured', said, { hint, wasRefused: true })
  }
  return new ThroughlineError(codeOf(status), said, {
    hint: runIt(command),
    wasRefused: status !== undefined && status < 500,
    usage,
  })
}

/** Matches "unexpected status 401 Unauthorized" and "API Error: 429 …". */
function statusIn(message: string): number | undefined {
  const [, status] = /\b(?:status|http|error|code)\W{0,3}([45]\d\d)\b/i.exec(message) ?? []
  return status === undefined ? undefined : Number(status)
}

const isAboutLogin = (message: string) =>
  /\b(?:log(?:ged)? ?in|sign(?:ed)? ?in|login|api key|credentials?|auth\w*)\b/i.test(message)

const runIt = (command: string) => `run ${command} yourself to see the error`

function codeOf(status: number | undefined): ErrorCode {
  if (status === undefined || status === 408 || status === 429 || status >= 500) {
    return 'model-unavailable'
  }
  return status === 400 || status === 413 ? 'model-rejected-input' : 'model-misconfigured'
}

function withoutAnswer(command: string, { code, stdout, stderr }: CommandResult): ThroughlineError {
  const said = oneLineExcerpt(stderr.trim() || stdout)
  if (code !== 0 && /(?:unknown|unexpected|invalid) (?:option|argument)/i.test(said)) {
    return new ThroughlineError('model-misconfigured', `${command} is too old: ${said}`, {
      hint: `update ${command}`,
      wasRefused: true,
    })
  }
  const end = code === undefined ? 'was killed' : `exited with ${code}`
  return new ThroughlineError('model-unavailable', `${command} ${end} without an answer: ${said}`, {
    hint: runIt(command),
  })
}
