/**
 * Tells Throughline what happens in OpenCode and hands its answers to the model. Written by
 * `throughline setup`, which overwrites edits; `throughline remove` deletes it. OpenCode gives up a
 * turn when a plugin throws and waits when one is slow, so that nothing here may do either.
 */
import { spawn } from 'node:child_process'

/** The command line for every event. */
const commands = '@commands@'

/** The hook gives up by itself, after a second unless configured; this is for one that cannot. */
const patienceMs = 10_000

export const Throughline = async ({ client, directory }) => {
  if (process.env.THROUGHLINE_INTERNAL) return {}
  const created = new Map()
  const sessions = new Map()
  let queue = Promise.resolve('')

  /** One after the other, so that events arrive in their order. @returns what the hook answers */
  function tell(event, session, fields) {
    const { id, turn } = session.root
    const told = { session_id: id, cwd: directory, prompt_id: turn, ...session.agent, ...fields }
    const payload = JSON.stringify(told)
    queue = queue.then(() => runHook(commands[event], payload, directory))
    return queue
  }

  function meet(id) {
    if (!sessions.has(id)) sessions.set(id, describe(id))
    return sessions.get(id)
  }

  /** A session with a parent is a subagent's, and part of the session the user has. */
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
      return [tell('SubagentStart', session, { message_id: message.id, prompt })]
    }
    const model = modelID && `${providerID}/${modelID}`
    const { source } = session
    const start = session.isStarted ? [] : [tell('SessionStart', session, { source, model })]
    Object.assign(session, turn, { turn: message.id, command: undefined, isStarted: true })
    return [...start, tell('UserPromptSubmit', session, { prompt, is_by_host: isByHost, model })]
  }

  function finish(session) {
    if (!session.isOpen) return
    session.isOpen = false
    const { agent, message, answer, error } = session
    const said = { last_assistant_message: answer }
    if (agent) tell('SubagentStop', session, { message_id: message, ...said })
    else if (error) tell('StopFailure', session, { error, ...said })
    else tell('Stop', session, said)
  }

  const happenings = {
    'session.idle': finish,
    'session.error': (session, { error }) => {
      // An interrupted turn does not end but is left.
      if (error?.name === 'MessageAbortedError') session.isOpen = false
      session.error = { name: error?.name, message: error?.data?.message }
    },
    'message.part.updated': (session, { part }) => {
      if (part.type === 'compaction') session.trigger = part.auto ? 'auto' : 'manual'
      // A tool that throws is told nowhere else.
      if (part.type !== 'tool' || part.state.status !== 'error') return
      const { tool, callID, state } = part
      tell('PostToolUseFailure', session, {
        tool_name: tool,
        tool_use_id: callID,
        tool_input: state.input,
        error: state.error,
      })
    },
    'session.compacted': (session) => {
      const { agent, trigger, summary } = session
      Object.assign(session, { isCompacting: false, error: undefined })
      if (agent) return
      tell('PostCompact', session, { trigger, compact_summary: summary })
      session.recalled = tell('SessionStart', session, { source: 'compact' })
    },
    'session.deleted': (session) => {
      sessions.delete(session.id)
      if (session.isStarted) tell('SessionEnd', session, { reason: 'deleted' })
    },
  }

  return guarded({
    event: async ({ event: { type, properties } }) => {
      if (type === 'session.created') created.set(properties.info.id, properties.info)
      const { sessionID, info, part } = properties
      const session = await sessions.get(sessionID ?? part?.sessionID ?? info?.id)
      if (session && Object.hasOwn(happenings, type)) happenings[type](session, properties)
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
    'tool.execute.after': async (
      { tool, sessionID, callID, args },
      { attachments, ...response },
    ) => {
      const session = await meet(sessionID)
      tell('PostToolUse', session, {
        tool_name: tool,
        tool_use_id: callID,
        tool_input: args,
        tool_response: response,
      })
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
      if (!session.agent) await tell('PreCompact', session, { trigger: session.trigger })
    },
    // A compaction goes on without a new message, so what it lost is told again in the system prompt.
    'experimental.chat.system.transform': async ({ sessionID }, { system }) => {
      const { recalled, isCompacting } = (await sessions.get(sessionID)) ?? {}
      const text = isCompacting ? '' : await recalled
      return () => text && system.push(text)
    },
    dispose: async () => {
      for (const session of await Promise.all(sessions.values())) {
        if (session.isStarted) tell('SessionEnd', session, { reason: 'exit' })
      }
      await queue
    },
  })
}

/** What a hook returns is to be done, unless it comes too late. */
function guarded(hooks) {
  const guard = (hook) => async (input, output) => {
    let timer
    const patience = new Promise((resolve) => {
      timer = setTimeout(resolve, patienceMs)
    })
    try {
      const act = await Promise.race([hook(input, output), patience])
      act?.()
    } catch {
    } finally {
      clearTimeout(timer)
    }
  }
  return Object.fromEntries(Object.entries(hooks).map(([name, hook]) => [name, guard(hook)]))
}

/** @returns what it prints; nothing when it fails or takes too long */
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
