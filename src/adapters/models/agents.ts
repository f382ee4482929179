/**
 * How to call each coding agent once: its arguments, environment and files, and how to read its
 * output. Agents whose logins survive a copy get a private home; the others keep their own.
 */
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { parse as parseJsonWithComments } from 'jsonc-parser'
import type { ReadingAgent } from '../../contract/vocabulary.ts'
import { isJsonObject, type JsonObject } from '../../core/model/json.ts'
import type { ModelRequest } from '../../core/ports/models.ts'
import type { CommandResult } from '../programs.ts'
import {
  type AgentAnswer,
  readClaudeAnswer,
  readCodexAnswer,
  readCopilotAnswer,
  readGeminiAnswer,
  readOpenCodeAnswer,
  readQwenAnswer,
} from './agent-answers.ts'

export interface Agent {
  readonly title: string
  /** Variables with credentials, besides the setting `models.keyVariables`. */
  readonly keyVariables?: readonly string[]
  prepare(asked: AgentRequest): Promise<AgentCall> | AgentCall
  /** @param report the text of `reportFile`, if any */
  read(result: CommandResult, report: string): AgentAnswer | undefined
}

interface AgentRequest {
  readonly model: string
  readonly request: ModelRequest
  /** Private to this call. The agent runs in its empty subfolder `work`. */
  readonly folder: string
  /** Contains the system prompt: every user of the machine can see arguments. */
  readonly systemFile: string
  readonly reportFile: string
  readonly env: Readonly<Record<string, string>>
  /** Reads from the user's own configuration of the agent. */
  readonly readFile: (path: string) => Promise<string | undefined>
}

interface AgentCall {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Contents by path relative to the folder. */
  readonly files?: Readonly<Record<string, string>>
  /** Standard input, unless it is just the prompt. */
  readonly input?: string
}

const claude: Agent = {
  title: 'Claude Code',
  keyVariables: ['CLAUDE_CODE_OAUTH_TOKEN'],
  prepare: ({ model, request, systemFile }) => ({
    args: [
      ...['--print', '--output-format', 'json', ...modelArgument(model)],
      ...['--system-prompt-file', systemFile, '--no-session-persistence'],
      ...['--tools', '', '--strict-mcp-config'],
      ...['--settings', JSON.stringify({ disableAllHooks: true })],
    ],
    env: {
      // Switches off CLAUDE.md, plugins, skills and memory, but keeps the login.
      CLAUDE_CODE_SAFE_MODE: '1',
      // Otherwise Claude Code reads and sends every file that the prompt mentions as @path.
      CLAUDE_CODE_DISABLE_ATTACHMENTS: '1',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      CLAUDE_CODE_EFFORT_LEVEL: 'low',
      CLAUDE_CODE_MAX_OUTPUT_TOKENS: String(request.mostOutputTokens),
      // The caller retries and counts each attempt.
      CLAUDE_CODE_MAX_RETRIES: '0',
      DISABLE_AUTOUPDATER: '1',
    },
  }),
  read: readClaudeAnswer,
}

/** Codex's refresh tokens work once, so its login cannot be copied; it keeps its home. */
const codex: Agent = {
  title: 'Codex',
  prepare: ({ model, systemFile }) => ({
    args: [
      ...['exec', '--json', '--ephemeral', '--ignore-user-config', '--ignore-rules'],
      ...['--skip-git-repo-check', '--sandbox', 'read-only', '--color', 'never'],
      ...modelArgument(model),
      ...codexSettings(systemFile).flatMap((setting) => ['-c', setting]),
      // Reads the prompt from standard input.
      '-',
    ],
    env: {},
  }),
  read: readCodexAnswer,
}

/** Unlike `--disable`, a setting that another version lacks causes no error. */
const codexSettings = (systemFile: string) => [
  `model_instructions_file=${JSON.stringify(systemFile)}`,
  'model_reasoning_effort="low"',
  'web_search="disabled"',
  'project_doc_max_bytes=0',
  'include_environment_context=false',
  'include_permissions_instructions=false',
  'include_collaboration_mode_instructions=false',
  'skills.include_instructions=false',
  'skills.bundled.enabled=false',
  'history.persistence="none"',
  'analytics.enabled=false',
  ...codexFeatures.map((feature) => `features.${feature}=false`),
]

const codexFeatures = [
  ...['shell_tool', 'unified_exec', 'shell_snapshot', 'view_image', 'image_generation', 'goals'],
  ...['multi_agent', 'hooks', 'plugins', 'apps', 'memories', 'tool_suggest', 'skill_search'],
  ...['sleep_tool', 'browser_use', 'computer_use', 'code_mode_host'],
]

const gemini: Agent = {
  title: 'Gemini CLI',
  async prepare({ model, folder, systemFile, env, readFile }) {
    const home = join(env.GEMINI_CLI_HOME ?? env.HOME ?? '', '.gemini')
    const logins: Record<string, string> = {}
    for (const name of ['oauth_creds.json', 'google_accounts.json', 'gemini-credentials.json']) {
      const text = await readFile(join(home, name))
      if (text !== undefined) logins[`.gemini/${name}`] = text
    }
    const { security } = readSettings(await readFile(join(home, 'settings.json')))
    const variables =
      (await readFile(join(home, '.env'))) ?? (await readFile(join(env.HOME ?? '', '.env')))
    return {
      args: ['--output-format', 'json', ...modelArgument(model)],
      env: {
        GEMINI_CLI_HOME: folder,
        GEMINI_SYSTEM_MD: systemFile,
        GEMINI_CLI_TRUST_WORKSPACE: 'true',
        GEMINI_CLI_NO_RELAUNCH: 'true',
      },
      files: {
        ...logins,
        '.gemini/.env': variables ?? '',
        '.gemini/settings.json': JSON.stringify({
          ...(isJsonObject(security) && { security: { auth: security.auth ?? {} } }),
          general: { enableAutoUpdate: false, enableAutoUpdateNotification: false, maxAttempts: 1 },
          privacy: { usageStatisticsEnabled: false },
          context: { includeDirectoryTree: false },
          tools: { core: [] },
          skills: { enabled: false },
          hooksConfig: { enabled: false },
        }),
      },
    }
  },
  read: readGeminiAnswer,
}

/** OpenCode keeps its data folder, which has its logins, but writes sessions to memory only. */
const openCode: Agent = {
  title: 'OpenCode',
  async prepare({ model, request, folder, systemFile, env, readFile }) {
    const home = join(env.XDG_CONFIG_HOME ?? join(env.HOME ?? '', '.config'), 'opencode')
    const own: JsonObject = {}
    for (const name of ['config.json', 'opencode.json', 'opencode.jsonc']) {
      Object.assign(own, readSettings(await readFile(join(home, name))))
    }
    const kept = ['provider', 'enabled_providers', 'disabled_providers', 'model', 'small_model']
    const settings = {
      ...Object.fromEntries(Object.entries(own).filter(([key]) => kept.includes(key))),
      autoupdate: false,
      share: 'disabled',
      snapshot: false,
      agent: {
        reader: {
          mode: 'primary',
          prompt: `{file:${systemFile}}`,
          permission: { '*': 'deny' },
          tools: { '*': false },
        },
        title: { disable: true },
        summary: { disable: true },
      },
    }
    const chosen = [model, own.small_model, own.model].find(
      (name) => typeof name === 'string' && name !== '',
    )
    return {
      args: [
        ...['run', '--pure', '--agent', 'reader', '--format', 'json', '--title', 'Throughline'],
        ...modelArgument(String(chosen ?? '')),
      ],
      env: {
        XDG_CONFIG_HOME: join(folder, 'config'),
        XDG_STATE_HOME: join(folder, 'state'),
        OPENCODE_DB: ':memory:',
        OPENCODE_DISABLE_AUTOUPDATE: '1',
        OPENCODE_DISABLE_CLAUDE_CODE: '1',
        OPENCODE_DISABLE_EXTERNAL_SKILLS: '1',
        OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
        OPENCODE_DISABLE_PROJECT_CONFIG: '1',
        OPENCODE_DISABLE_SHARE: '1',
        OPENCODE_EXPERIMENTAL_OUTPUT_TOKEN_MAX: String(request.mostOutputTokens),
      },
      files: {
        'config/opencode/opencode.json': JSON.stringify(settings),
        // Without these, OpenCode downloads its plugin library into the folder.
        'config/opencode/package-lock.json': JSON.stringify({
          packages: { '': { dependencies: { '@opencode-ai/plugin': '*' } } },
        }),
        'config/opencode/node_modules/.keep': '',
      },
    }
  },
  read: readOpenCodeAnswer,
}

/** Copilot cannot replace its system prompt, so ours precedes the prompt. */
const copilot: Agent = {
  title: 'Copilot CLI',
  async prepare({ model, request, folder, reportFile, env, readFile }) {
    const home = env.COPILOT_HOME ?? join(env.HOME ?? '', '.copilot')
    const own = readSettings(await readFile(join(home, 'config.json')))
    const login = Object.entries(own).filter(([key]) => /logged_?in|tokens?|auth/i.test(key))
    return {
      args: [
        ...['--output-format', 'json', '--no-color', ...modelArgument(model)],
        ...['--available-tools', 'none', '--disable-builtin-mcps', '--no-ask-user'],
        ...['--no-custom-instructions', '--no-remote', '--no-auto-update', '--log-level', 'none'],
        ...['--usage-output-file', reportFile],
      ],
      env: { COPILOT_HOME: join(folder, 'copilot'), COPILOT_AUTO_UPDATE: 'false' },
      files: { 'copilot/config.json': JSON.stringify(Object.fromEntries(login)) },
      input: `${request.system}\n\n${request.prompt}`,
    }
  },
  read: readCopilotAnswer,
}

/**
 * Only `--bare` switches everything off, but it ignores the settings too, so we pass their login
 * through arguments and the environment.
 */
const qwen: Agent = {
  title: 'Qwen Code',
  async prepare({ model, request, systemFile, env, readFile }) {
    const home = env.QWEN_HOME ?? join(env.HOME ?? '', '.qwen')
    const own = readSettings(await readFile(join(home, 'settings.json')))
    const variables = {
      ...parseEnv((await readFile(join(home, '.env'))) ?? ''),
      ...(isJsonObject(own.env) ? own.env : {}),
    }
    const login = qwenLogin(own, model, { ...env, ...variables })
    return {
      args: [
        ...['--bare', '--auth-type', login.type, '--output-format', 'json'],
        ...modelArgument(login.model),
        ...['--exclude-tools', qwenTools.join(','), '--max-tool-calls', '0'],
        ...['--chat-recording', 'false'],
      ],
      env: {
        ...login.env,
        QWEN_SYSTEM_MD: systemFile,
        QWEN_CODE_NO_RELAUNCH: 'true',
        QWEN_CODE_MAX_OUTPUT_TOKENS: String(request.mostOutputTokens),
        QWEN_DISABLE_AUTO_TITLE: '1',
      },
    }
  },
  read: readQwenAnswer,
}

const qwenTools = [
  ...['run_shell_command', 'read_file', 'edit', 'notebook_edit', 'get_goal', 'update_goal'],
]

interface QwenLogin {
  readonly type: string
  readonly model: string
  readonly env: Record<string, string>
}

function qwenLogin(own: JsonObject, wanted: string, variables: Record<string, unknown>): QwenLogin {
  const at = (value: unknown, key: string) => (isJsonObject(value) ? value[key] : undefined)
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  const type = text(at(at(own.security, 'auth'), 'selectedType')) || 'openai'
  const model = wanted || text(at(own.model, 'name'))
  const offered = at(own.modelProviders, type)
  const provider = (Array.isArray(offered) ? offered : []).find((each) => at(each, 'id') === model)
  const names = Object.keys(variables).filter((name) => /_(?:API_KEY|BASE_URL|MODEL)$/.test(name))
  const env = Object.fromEntries(names.map((name) => [name, text(variables[name])]))
  const prefix = type.replace(/-.*/, '').toUpperCase()
  const key = text(variables[text(at(provider, 'envKey'))])
  if (key) env[`${prefix}_API_KEY`] = key
  const url = text(at(provider, 'baseUrl'))
  if (url) env[`${prefix}_BASE_URL`] = url
  return { type, model, env }
}

const modelArgument = (model: string) => (model === '' ? [] : ['--model', model])

/** Settings as people write them, with comments. Unreadable settings are treated as missing. */
function readSettings(text: string | undefined): JsonObject {
  const value: unknown = parseJsonWithComments(text ?? '', [], { allowTrailingComma: true })
  return isJsonObject(value) ? value : {}
}

export const agents: Readonly<Record<ReadingAgent, Agent>> = {
  claude,
  codex,
  gemini,
  opencode: openCode,
  copilot,
  qwen,
}
