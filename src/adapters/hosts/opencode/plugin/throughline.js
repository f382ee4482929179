/**
 * Sends OpenCode's events to Throughline and gives its answers to the model. Written by
 * `throughline setup`, which overwrites edits; `throughline disconnect` deletes it. OpenCode aborts a
 * turn when a plugin throws and waits for a slow one, so this code must do neither.
 */
import { spawn } from 'node:child_process'

/** The command line for every event. */
const commands = '@commands@'

/** They change nothing, so no guard is about them. */
const lookingTools = new Set(['read', 'grep', 'glob', 'list', 'todoread', 'todowrite'])

/** The hook has its own deadline, one second by default; this limit is for a hook that hangs. */
const patienceMs = 10_000

export const Throughline = async ({ client, directory }) => {
  if (process.env.THROUGHLINE_INTERNAL) return {}
  const created = new Map()
  const sessions = new Map()
  const windows = new Map()
  let queue = Promise.resolve('')

  /** Runs hooks one at a time, so that events arrive in order. @returns the hook's answer */
  function send(event, session, fields) {
    const { id, turn } = session.root
    const common = { session_id: id, cwd: directory, prompt_id: turn, ...session.agent }
    const payload = JSON.stringify({ ...common, ...fields })
    queue = queue.then(() => runHook(commands[event], payload, directory))
    return queue
  }

  function meet(id) {
    if (!sessions.has(id)) sessions.set(id, describe(id))
    return sessions.get(id)
  }

  /** A session with a parent belongs to a subagent and is part of the user's session. */
  async function describe(id) {
    const info = created.get(id) ?? (await find(id).catch(() => undefined))
    const session = { id, source: created.has(id) ? 'startup' : 'resume' }
    if (!info?.parentID) return Object.assign(session, { root: session })
    const { root } = await meet(info.parentID)
    return { ...session, root, agent: { agent_id: id, agent_type: info.agent } }
  }

  const find = async (id) => (await client.session.get({ path: { id } })).data

  function begin(session, message, parts) {
    const typed = parts.filter((part) => part.type === 'text' && !part.synthetic && !part.ignored)
    const written = typed.length > 0 ? typed : parts.filter((part) => part.type === 'text')
    const prompt = session.command ?? written.map(({ text }) => text).join('\n')
    const isByHost = typed.length === 0 && !session.command
    const { providerID, modelID } = message.model ?? {}
    const fresh = { error: undefined, answer: undefined, isCompacting: false }
    const turn = { ...fresh, message: message.id, isOpen: true }
    if (session.agent) {
      Object.assign(session, turn)
      return [send('SubagentStart', session, { message_id: message.id, prompt })]
    }
    const model = modelID && `${providerID}/${modelID}`
    const { source } = session
    const start = session.isStarted ? [] : [send('SessionStart', session, { source, model })]
    Object.assign(session, turn, { turn: message.id, command: undefined, isStarted: true })
    return [...start, send('UserPromptSubmit', session, { prompt, is_by_host: isByHost, model })]
  }

  function finish(session) {
    if (!session.isOpen) return
    session.isOpen = false
    const { agent, message, answer, error } = session
    const said = { last_assistant_message: answer }
    if (agent) send('SubagentStop', session, { message_id: message, ...said })
    else if (error) send('StopFailure', session, { error, ...said })
    else send('Stop', session, said)
  }

  const handlers = {
    'session.idle': finish,
    'session.error': (session, { error }) => {
      // An interrupted turn never ends.
      if (error?.name === 'MessageAbortedError') session.isOpen = false
      session.error = { name: error?.name, message: error?.data?.message }
    },
    'message.part.updated': (session, { part }) => {
      if (part.type === 'compaction') session.trigger = part.auto ? 'auto' : 'manual'
      // A tool that throws is reported only here.
      if (part.type !== 'tool' || part.state.status !== 'error') return
      const { tool, callID, state } = part
      send('PostToolUseFailure', session, {
        tool_name: tool,
        tool_use_id: callID,
        tool_input: state.input,
        error: state.error,
      })
    },
    'message.updated': (session, { info }) => {
      const { role, tokens, providerID, modelID } = info
      const size = role === 'assistant' ? sizeOf(tokens) : 0
      if (size > 0) Object.assign(session, { size, model: `${providerID}/${modelID}` })
    },
    'session.compacted': (session) => {
      const { agent, trigger, summary } = session
      Object.assign(session, { isCompacting: false, error: undefined })
      if (agent) return
      send('PostCompact', session, { trigger, compact_summary: summary })
      session.recalled = send('SessionStart', session, { source: 'compact' })
    },
    'session.deleted': (session) => {
      sessions.delete(session.id)
      if (session.isStarted) send('SessionEnd', session, { reason: 'deleted' })
    },
  }

  return guarded({
    event: async ({ event: { type, properties } }) => {
      if (type === 'session.created') created.set(properties.info.id, properties.info)
      const { sessionID, info, part } = properties
      const session = await sessions.get(sessionID ?? part?.sessionID ?? info?.id)
      if (session && Object.hasOwn(handlers, type)) handlers[type](session, properties)
    },
    'command.execute.before': async ({ command, sessionID, arguments: words }) => {
      const session = await meet(sessionID)
      session.command = `/${command} ${words}`.trim()
    },
    'chat.message': async ({ sessionID }, { message, parts }) => {
      const answers = await Promise.all(begin(await meet(sessionID), message, parts))
      const text = answers.filter(Boolean).join('\n\n')
      // Synthetic: for the model, not shown as the user's words. Parts are read in order of their ids.
      const id = `${parts.at(-1)?.id}t`
      const part = { id, sessionID, messageID: message.id, type: 'text', text, synthetic: true }
      return () => text && parts.push(part)
    },
    'tool.execute.before': async ({ tool, sessionID, callID }, { args }) => {
      if (lookingTools.has(tool)) return undefined
      const session = await meet(sessionID)
      const call = { tool_name: tool, tool_use_id: callID, tool_input: args }
      const reason = await send('PreToolUse', session, call)
      return () => (reason ? new Error(reason) : undefined)
    },
    'tool.execute.after': async ({ tool, sessionID, callID, args }, output) => {
      const { attachments, ...response } = output
      const session = await meet(sessionID)
      const answer = await send('PostToolUse', session, {
        tool_name: tool,
        tool_use_id: callID,
        tool_input: args,
        tool_response: response,
      })
      return () => {
        if (answer && typeof output.output === 'string') output.output += `\n\n${answer}`
      }
    },
    'experimental.text.complete': async ({ sessionID, messageID }, { text }) => {
      const session = await meet(sessionID)
      if (session.isCompacting) session.summary = text
      else if (session.saying === messageID) session.answer += `\n\n${text}`
      else Object.assign(session, { saying: messageID, answer: text })
    },
    'experimental.session.compacting': async ({ sessionID }) => {
      const session = await meet(sessionID)
      session.isCompacting = true
      const { agent, trigger, size, model } = session
      const context = { context_tokens: size, context_window_size: windows.get(model) }
      if (!agent) await send('PreCompact', session, { trigger, ...context })
    },
    // Also called for titles, which may be written by another model.
    'chat.params': async ({ model }) => {
      const { id, providerID, limit } = model
      if (limit.context > 0) windows.set(`${providerID}/${id}`, limit.context)
    },
    // After a compaction no new message comes, so the context is repeated in the system prompt.
    'experimental.chat.system.transform': async ({ sessionID }, { system }) => {
      const { recalled, isCompacting } = (await sessions.get(sessionID)) ?? {}
      const text = isCompacting ? '' : await recalled
      return () => text && system.push(text)
    },
    dispose: async () => {
      for (const session of await Promise.all(sessions.values())) {
        if (session.isStarted) send('SessionEnd', session, { reason: 'exit' })
      }
      await queue
    },
  })
}

/** How many tokens the model read and wrote; the next request holds them all. */
function sizeOf({ input = 0, output = 0, reasoning = 0, cache } = {}) {
  return input + output + reasoning + (cache?.read ?? 0) + (cache?.write ?? 0)
}

/** Runs what a hook returns, unless it comes too late. An error that it returns refuses a tool call. */
function guarded(hooks) {
  const guard = (hook) => async (input, output) => {
    let timer
    let refusal
    const patience = new Promise((resolve) => {
      timer = setTimeout(resolve, patienceMs)
    })
    try {
      const act = await Promise.race([hook(input, output), patience])
      const result = act?.()
      if (result instanceof Error) refusal = result
    } catch {
    } finally {
      clearTimeout(timer)
    }
    if (refusal) throw refusal
  }
  return Object.fromEntries(Object.entries(hooks).map(([name, hook]) => [name, guard(hook)]))
}

/** @returns its output; empty if it fails or takes too long */
function runHook(command, payload, cwd) {
  const { promise, resolve } = Promise.withResolvers()
  const timer = setTimeout(resolve, patienceMs, '')
  timer.unref()
  const end = (printed) => {
    clearTimeout(timer)
    resolve(printed)
  }
  try {
    const stdio = ['pipe', 'pipe', 'ignore']
    const hook = spawn(command, { cwd, shell: true, stdio, windowsHide: true })
    let printed = ''
    hook.stdout.setEncoding('utf8').on('data', (text) => {
      printed += text
    })
    hook.stdin.on('error', () => {}).end(payload)
    hook.on('error', () => end('')).on('close', () => end(printed))
  } catch {
    end('')
  }
  return promise
}
