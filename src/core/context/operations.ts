/** Previews the context that a host would get. */
import { ThroughlineError } from '../../contract/errors.ts'
import type { InputOf, OperationHandlers } from '../../contract/operations/index.ts'
import { missingFolder, missingSession, type ScopePorts } from '../memory/scope.ts'
import type { CallerNames } from '../model/caller-names.ts'
import type { ContextPlan, ContextRequest } from '../model/context.ts'
import type { CaptureLocation, EventDetail } from '../model/host-event.ts'
import type { History, SessionSummary, ToolUse } from '../ports/history.ts'
import type { HostCapabilities, HostProtocol } from '../ports/host.ts'
import type { MemoryStore } from '../ports/memory-store.ts'
import { buildRequest, type RequestPorts, type Silence } from './build-request.ts'
import { filesTouchedBy, planFileMemories } from './file/give-file-memories.ts'
import { failedCommand, planRemedy, type RemedyReader } from './give-remedy.ts'
import { planToolRules, type ToolPorts } from './guards/give-tool-rules.ts'
import { factsOf } from './guards/tool-patterns.ts'
import { isOn, planContext } from './plan-context.ts'
import { saysEnough } from './plan-prompt.ts'
import { addressesFor, type ContextPorts, type ContextSettings } from './situation.ts'

export interface PreviewPorts
  extends Omit<ContextPorts, 'history' | 'memories'>,
    Pick<RequestPorts, 'recentChanges' | 'withoutPrivate'>,
    Pick<ScopePorts, 'projectOf'> {
  readonly memories: ContextPorts['memories'] & Pick<MemoryStore, 'list' | 'namingFile'>
  readonly history: RemedyReader['history'] & ContextPorts['history'] & Pick<History, 'sessions'>
  readonly failures: RemedyReader['failures']
  readonly guards: ToolPorts['guards']
  readonly origins: RemedyReader['origins']
  readonly changes: RemedyReader['changes']
  readonly settings: () => ContextSettings
  /** Whether sessions are held back for proof now. */
  readonly holdsBack: () => boolean
  readonly caller?: CallerNames | undefined
  /** Registers no project. */
  readonly lookUp: (folder: string | undefined) => Promise<CaptureLocation>
  /** @throws ThroughlineError `not-found` */
  readonly findProject: (reference: string) => Promise<{ readonly id: string }>
  /** @throws ThroughlineError `invalid-input` */
  readonly findHost: (name: string) => Pick<HostProtocol, 'capabilities'>
}

export function createContextOperations(
  ports: PreviewPorts,
): Pick<OperationHandlers, 'getContext'> {
  return {
    async getContext(input) {
      const settings = previewSettings(ports.settings(), input)
      const asked = await lookUp(input, ports)
      const tool = toolOf(input)
      const { plan, silence } =
        tool === undefined
          ? await previewRequest(await toRequest(input, asked, ports), settings, ports)
          : await previewTool(tool, asked, settings, ports)
      const { text, tokens, lines, left, most } = plan
      const { startTokens, promptTokens } = settings
      return {
        text,
        tokens,
        characters: text.length,
        most: { tokens: most.tokens, characters: most.bytes },
        budgets: { startTokens, promptTokens },
        ...(text === '' && { silence }),
        ...(asked.session?.heldBack && ports.holdsBack() && { heldBack: true as const }),
        lines: [...lines],
        ...(input.explain && { left: [...left] }),
      }
    },
  }
}

type ToolDetail = Extract<EventDetail, { kind: 'tool' }>

interface Preview {
  readonly plan: ContextPlan
  readonly silence: Silence
}

const nothing: ContextPlan = {
  text: '',
  tokens: 0,
  lines: [],
  left: [],
  most: { tokens: 0, bytes: 0 },
}

async function previewRequest(
  request: ContextRequest | Silence,
  settings: ContextSettings,
  ports: PreviewPorts,
): Promise<Preview> {
  const plan = typeof request === 'string' ? nothing : await planContext(request, ports, settings)
  return { plan, silence: silenceOf(request, settings, ports.clock.now()) }
}

/** A tool that is about to run, or what a host reports of one. */
type PreviewedTool =
  | { readonly kind: 'tool'; readonly use: ToolUse }
  | { readonly kind: 'failure' | 'file'; readonly detail: ToolDetail }

function toolOf({ command, failure, file }: InputOf<'getContext'>): PreviewedTool | undefined {
  if (failure !== undefined) {
    if (command === undefined) {
      throw new ThroughlineError('invalid-input', 'give the command that failed as well')
    }
    return { kind: 'failure', detail: { ...bash(command), output: failure, outcome: 'failed' } }
  }
  if (file !== undefined)
    return { kind: 'file', detail: { ...read(file), output: null, outcome: 'ok' } }
  return command === undefined ? undefined : { kind: 'tool', use: bash(command) }
}

const bash = (command: string) => ({ kind: 'tool', toolName: 'Bash', input: { command } }) as const
const read = (path: string) =>
  ({ kind: 'tool', toolName: 'Read', input: { file_path: path } }) as const

/** As if run in the project's folder. */
async function previewTool(
  tool: PreviewedTool,
  { session, capabilities, findPlace, folder }: Asked,
  settings: ContextSettings,
  ports: PreviewPorts,
): Promise<Preview> {
  if (!isOn('prompt', settings)) return { plan: nothing, silence: 'switched-off' }
  const { injectsAtTool, injectsAfterFailure, injectsAtPrompt, injectsAtFile } = capabilities
  const takes = {
    tool: injectsAtTool,
    failure: injectsAfterFailure || injectsAtPrompt,
    file: injectsAtFile,
  }
  if (!takes[tool.kind]) return { plan: nothing, silence: 'host-takes-nothing' }
  const place = await findPlace()
  if (place.kind === 'disabled') return { plan: nothing, silence: 'disabled-here' }
  const { projectId, root = folder } = place
  const { caller = {} } = ports
  const sessionId = session?.id
  const addresses = addressesFor({ caller, subagent: undefined, sessionId, projectId })
  const shown = session && (await ports.injections.shownTo(session)).memoryIds
  const mostCharacters = capabilities.maxContextCharacters
  const silence = 'nothing-fits'
  if (tool.kind === 'tool') {
    const call = factsOf(tool.use, undefined, undefined)
    const obstacleTo = (id: string) => (shown?.has(id) ? 'known to this session' : undefined)
    const question = { call, root, addresses, obstacleTo, mostCharacters }
    return { plan: await planToolRules(question, ports), silence }
  }
  if (tool.kind === 'failure') {
    const failed = failedCommand(tool, ports.hash)
    if (!failed || projectId === undefined) return { plan: nothing, silence }
    const asked = { projectId, root, sessionId, addresses }
    const question = { failed, shown: shown ?? new Set(), place: asked, mostCharacters }
    return { plan: (await planRemedy(question, ports)).plan, silence }
  }
  const files = filesTouchedBy({ detail: tool.detail, cwd: root ?? '' }, root)
  const { instructionFiles } = capabilities
  const where = { projectId, root, addresses, instructionFiles, sessionId, session }
  const { plan } = await planFileMemories({ files, ...where, mostCharacters }, ports)
  return { plan, silence }
}

function previewSettings(settings: ContextSettings, input: InputOf<'getContext'>): ContextSettings {
  return {
    ...settings,
    startTokens: input.startTokens ?? settings.startTokens,
    promptTokens: input.promptTokens ?? settings.promptTokens,
  }
}

function silenceOf(
  request: ContextRequest | Silence,
  settings: ContextSettings,
  now: Date,
): Silence {
  if (!settings.enabled) return 'switched-off'
  if (typeof request === 'string') return request
  const { events, prompt = '' } = request
  if (!events.some((event) => isOn(event, settings))) return 'switched-off'
  const saysLittle = events[0] === 'prompt' && !saysEnough(prompt, now)
  return saysLittle ? 'prompt-says-little' : 'nothing-fits'
}

interface Asked {
  readonly session: SessionSummary | undefined
  readonly capabilities: HostCapabilities
  readonly folder: string | undefined
  readonly findPlace: () => Promise<CaptureLocation>
}

async function lookUp(input: InputOf<'getContext'>, ports: PreviewPorts): Promise<Asked> {
  const session = input.session === undefined ? undefined : await findSession(input.session, ports)
  const { capabilities } = ports.findHost(input.host ?? session?.host ?? 'claude-code')
  const folder = session?.cwd ?? input.folder
  if (session === undefined && input.project === undefined) {
    const here = await ports.projectOf(folder, { register: false })
    if (here.kind === 'missing') throw missingFolder(input)
  }
  const named = input.project === undefined ? undefined : await ports.findProject(input.project)
  const projectId = named?.id ?? session?.project?.id
  const findPlace = async (): Promise<CaptureLocation> => {
    const place = await ports.lookUp(folder)
    return place.kind === 'disabled' ? place : { ...place, ...(projectId && { projectId }) }
  }
  return { session, capabilities, folder, findPlace }
}

async function toRequest(
  input: InputOf<'getContext'>,
  { session, capabilities, folder, findPlace }: Asked,
  ports: PreviewPorts,
): Promise<ContextRequest | Silence> {
  const { prompt, source, agent } = input
  const event = input.event ?? (prompt === undefined ? 'session-start' : 'prompt')
  if (event === 'prompt' && prompt === undefined) {
    throw new ThroughlineError('invalid-input', 'give the prompt to preview')
  }
  const { caller = {} } = ports
  const occasion = { event, source, session, prompt, agent, folder, caller }
  return buildRequest(occasion, capabilities, findPlace, ports)
}

async function findSession(
  reference: string,
  { history }: Pick<PreviewPorts, 'history'>,
): Promise<SessionSummary> {
  const id = await history.sessionId(reference)
  const [session] =
    id === undefined ? [] : await history.sessions({ ids: [id], limit: 1, offset: 0 })
  if (!session) throw missingSession(reference)
  return session
}
