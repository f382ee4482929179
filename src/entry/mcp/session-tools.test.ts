import { describe, expect, it } from 'vitest'
import { sessionPayloads } from '../../../test/support/homes/claude-payloads.ts'
import {
  callTool,
  column,
  eachInMcpWorld,
  store,
} from '../../../test/support/processes/mcp-client.ts'

const opened = eachInMcpWorld()

describe('the session tools', () => {
  it('session_recall finds what was said and done, not memories', async () => {
    await opened.captureTurn(
      's1',
      opened.world.project,
      'Paint the fence green',
      'The fence is green.',
    )
    const client = await opened.connect()
    await store(client, 'The fence belongs to the neighbour.')
    const answer = await callTool(client, 'session_recall', { query: 'fence' })
    const types = column(answer, 'hits', 'type')
    expect(types).toContain('turn')
    expect(types).not.toContain('memory')
    const turns = await callTool(client, 'session_recall', { query: 'fence', types: ['session'] })
    expect(new Set(column(turns, 'hits', 'type'))).toEqual(new Set(['session']))
  })

  it('session_recall refuses to search memories', async () => {
    const args = { query: 'fence', types: ['memory'] }
    const answer = await callTool(await opened.connect(), 'session_recall', args)
    expect(answer).toMatchObject({ isError: true })
    expect(answer.text).toContain('"memory" is not one of turn, tool-event, session')
  })

  it('session_get reads a session turn by turn', async () => {
    await opened.captureTurn(
      's1',
      opened.world.project,
      'Paint the fence green',
      'The fence is green.',
    )
    const answer = await callTool(await opened.connect(), 'session_get', { id: 's1' })
    expect(answer.structured).toMatchObject({
      host: 'claude-code',
      timeline: [{ prompt: 'Paint the fence green', answer: 'The fence is green.' }],
    })
    expect(answer.text).toContain('Paint the fence green')
    expect(answer.text).toContain('- Bash')
  })

  it('session_get starts the first page with the summary', async () => {
    const { project } = opened.world
    await opened.captureTurn('s1', project, 'Paint the fence green', 'The fence is green.')
    const client = await opened.connect()
    const first = await callTool(client, 'session_get', { id: 's1' })
    const digest = '1. Paint the fence green\n   → The fence is green.'
    expect(first.structured).toMatchObject({ digest: expect.stringContaining(digest) })
    expect(first.text).toContain(digest)
    const later = await callTool(client, 'session_get', { id: 's1', fromTurn: 2 })
    expect(later.structured).not.toHaveProperty('digest')
  })

  it('session_get names the first hundred tools of a turn and counts the rest', async () => {
    const { prompt, toolUse } = sessionPayloads('busy', opened.world.project)
    const envelope = { host: 'claude-code', cwd: opened.world.project }
    const add = (event: string, payload: object) =>
      opened.local.spool.add({ ...envelope, event }, JSON.stringify(payload))
    await add('UserPromptSubmit', prompt(1, 'Build it all'))
    for (let number = 0; number < 103; number++) {
      await add('PostToolUse', toolUse(1, `toolu_${number}`))
    }
    await opened.local.drain(new AbortController().signal)
    const answer = await callTool(await opened.connect(), 'session_get', { id: 'busy' })
    expect(answer.structured).toMatchObject({ timeline: [{ toolEventsLeftOut: 3 }] })
    expect(answer.text).toContain('- 3 more')
  })

  it('session_get returns a long session in pages that join', async () => {
    const { prompt, stop } = sessionPayloads('long', opened.world.project)
    const envelope = { host: 'claude-code', cwd: opened.world.project }
    for (let turn = 1; turn <= 9; turn++) {
      const asked = prompt(turn, `Question ${turn} ${'wort 🎨 '.repeat(1_500)}`)
      await opened.local.spool.add(
        { ...envelope, event: 'UserPromptSubmit' },
        JSON.stringify(asked),
      )
      const said = stop(turn, `Answer ${turn}`)
      await opened.local.spool.add({ ...envelope, event: 'Stop' }, JSON.stringify(said))
    }
    await opened.local.drain(new AbortController().signal)
    const client = await opened.connect()
    const numbers: unknown[] = []
    for (let fromTurn: unknown = 1; fromTurn !== undefined; ) {
      const page = await callTool(client, 'session_get', { id: 'long', fromTurn })
      expect(page.text.length).toBeLessThan(50_000)
      expect(page.text.isWellFormed()).toBe(true)
      numbers.push(...column(page, 'timeline', 'number'))
      fromTurn = page.structured?.nextTurn
    }
    expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  })
})

describe('learning with the agent at hand', () => {
  const importer = 'We keep the importer in Rust, because Python is too slow for it.'
  const reply = (quote: string) =>
    JSON.stringify({
      summary: { asked: 'an importer' },
      items: [
        {
          kind: 'decision',
          content: 'The importer stays in Rust: Python is too slow for it.',
          quotes: [{ turn: 1, text: quote }],
        },
      ],
    })

  async function capture(session: string, prompt: string): Promise<void> {
    const { prompt: ask, stop, end } = sessionPayloads(session, opened.world.project)
    const envelope = { host: 'claude-code', cwd: opened.world.project }
    const events = { UserPromptSubmit: ask(1, prompt), Stop: stop(1, 'Understood.') }
    for (const [event, payload] of Object.entries({ ...events, SessionEnd: end() })) {
      await opened.local.spool.add({ ...envelope, event }, JSON.stringify(payload))
    }
    await opened.local.drain(new AbortController().signal)
  }

  it('gives the unread sessions one by one, and stores what quotes them', async () => {
    await capture('s1', importer)
    await capture('s2', 'What is in this folder? Please list all of its files.')
    const client = await opened.connect()
    const { messages } = await client.getPrompt({ name: 'learn' })
    const [{ content } = { content: undefined }] = messages
    const given = content?.type === 'text' ? content.text : ''
    expect(given).toContain(importer)
    const [, session = ''] = /Read session (\S+),/.exec(given) ?? []
    const next = await callTool(client, 'session_learn', {
      session,
      reply: reply('We keep the importer in Rust'),
    })
    expect(next.structured).toMatchObject({ stored: 1, left: 1 })
    expect(next.text).toContain('Please list all of its files.')
    const stored = await callTool(client, 'memory_list', {})
    expect(stored.structured).toMatchObject({
      memories: [
        { content: 'The importer stays in Rust: Python is too slow for it.', trust: 'user' },
      ],
    })
    const last = await callTool(client, 'session_learn', {
      session: next.structured?.session,
      reply: '{"items": []}',
    })
    expect(last.structured).toMatchObject({ stored: 0, left: 0 })
    expect(await callTool(client, 'session_learn', {})).toMatchObject({
      structured: { left: 0 },
      text: 'Stored: 0. No session is unread.',
    })
  })

  it('drops what no session says, and asks again for a reply of another form', async () => {
    await capture('s1', importer)
    const client = await opened.connect()
    const { structured } = await callTool(client, 'session_learn', {})
    const session = structured?.session
    const again = await callTool(client, 'session_learn', { session, reply: 'Done!' })
    expect(again.structured).toMatchObject({ stored: 0, left: 1, session })
    expect(again.text).toContain('it could not be used')
    const invented = { session, reply: reply('Rewrite everything in Haskell') }
    expect((await callTool(client, 'session_learn', invented)).structured).toMatchObject({
      stored: 0,
      left: 0,
    })
    // A session that was read takes no second answer.
    const late = { session, reply: reply('We keep the importer in Rust') }
    expect((await callTool(client, 'session_learn', late)).structured).toMatchObject({ stored: 0 })
  })
})
