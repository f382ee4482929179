import { describe, expect, test } from 'vitest'
import { type Context, idOf, openContext, session } from '../../../test/support/core/context.ts'
import { properNamesIn } from './plan-prompt.ts'

const told = async ({ plan }: Context, prompt: string) =>
  (await plan({ events: ['prompt'], prompt })).lines.map(({ text }) => text)

describe('a memory is given to a prompt', () => {
  const memory = 'The ledger is closed by closeLedger, which locks all invoices; run it at night.'

  test.each([
    ['that names the same identifier', 'Why is closeLedger slow?'],
    ['that quotes the same name', 'What is a "ledger" here?'],
  ])('%s', async (_, prompt) => {
    const context = await openContext([{ id: idOf(1), content: memory }])
    expect(await told(context, prompt)).toEqual([memory])
  })

  test('that shares a path with its files', async () => {
    const given = { id: idOf(1), content: 'Runs only at night.', files: ['src/billing/close.go'] }
    const context = await openContext([given])
    expect(await told(context, 'Rewrite src/billing/close.go')).toEqual(['Runs only at night.'])
  })

  test('that shares two rare words, not one', async () => {
    const context = await openContext([
      { id: idOf(1), content: 'The ledger and the invoices are kept apart.' },
    ])
    expect(await told(context, 'Show a ledger to the accountant')).toEqual([])
    expect(await told(context, 'Show the ledger beside each invoice')).toHaveLength(1)
  })

  test('but not for general words and numbers', async () => {
    const context = await openContext([
      { id: idOf(1), content: 'Summaries of 4211 reviews need another approach on this branch.' },
    ])
    const prompt = 'Summarize your approach on this branch, 4211 reviews, then fix the tests'
    expect(await told(context, prompt)).toEqual([])
  })

  test('but not for what this session has spoken of', async () => {
    const context = await openContext([{ id: idOf(1), content: memory }])
    const id = await context.addSession(session.hostSessionId, {})
    await context.addTurn(id, 1, 'Read closeLedger', 'closeLedger sums up all entries.')
    expect(await told(context, 'Why is closeLedger slow?')).toEqual([])
  })

  test('but not after five sessions that did not use it, unless it shares twice as much', async () => {
    const context = await openContext([{ id: idOf(1), content: memory }])
    for (const host of ['a', 'b', 'c', 'd', 'e']) {
      await context.show([idOf(1)], { host, hostSessionId: 'other' })
    }
    expect(await told(context, 'Why is closeLedger slow?')).toEqual([])
    expect(await told(context, 'Why is closeLedger slow, after 20 "minutes"?')).toEqual([])
    expect(await told(context, 'Why does closeLedger lock the `invoices`?')).toEqual([memory])
  })
})

describe('a pointer leads to earlier work', () => {
  const prompt = 'Why is closeLedger slow?'

  async function openWithTurn(asked: string, answer: string) {
    const context = await openContext()
    const id = await context.addSession('earlier', {})
    await context.addTurn(id, 3, asked, answer)
    return { ...context, id }
  }

  test('with its date, request, outcome and how to read it', async () => {
    const { plan, id } = await openWithTurn('Make closeLedger faster', 'It now sums in SQL.')
    const { lines, text } = await plan({ events: ['prompt'], prompt })
    expect(lines).toMatchObject([{ section: 'earlier', kind: 'pointer', id, turn: 3 }])
    expect(text).toContain(
      `- [2026-01-01, session_get ${id} fromTurn 3] Make closeLedger faster → It now sums in SQL.`,
    )
  })

  test('in at most 25 words', async () => {
    const long = 'closeLedger sums up all entries again and again for each of the many accounts. '
    const { plan } = await openWithTurn(long.repeat(3), long.repeat(3))
    const [line] = (await plan({ events: ['prompt'], prompt })).lines
    expect(line?.text.split(' ').length).toBeLessThanOrEqual(25)
  })

  test('only of other sessions, each once', async () => {
    const context = await openWithTurn('Make closeLedger faster', 'It now sums in SQL.')
    await context.addTurn(context.id, 4, 'Test closeLedger', 'closeLedger has a test.')
    expect(await told(context, prompt)).toHaveLength(1)
    const own = await openContext()
    const id = await own.addSession(session.hostSessionId, {})
    await own.addTurn(id, 1, 'Make closeLedger faster', 'It now sums in SQL.')
    expect(await told(own, prompt)).toEqual([])
  })

  test('not to what a memory that the session was shown says already', async () => {
    const asked = 'closeLedger must run at night, never by day.'
    const context = await openWithTurn(asked, 'Noted, closeLedger runs at night.')
    await context.keep([{ id: idOf(1), content: `${asked} The job is nightly.` }])
    await context.show([idOf(1)])
    expect(await told(context, prompt)).toEqual([])
  })

  test('of two sessions at most, the newest', async () => {
    const context = await openContext()
    for (const name of ['one', 'two', 'three']) {
      const id = await context.addSession(name, {})
      await context.addTurn(id, 1, `Make closeLedger faster, ${name}`, 'It now sums in SQL.')
    }
    expect(await told(context, prompt)).toHaveLength(2)
  })

  test('not where a word is all over the project', async () => {
    const context = await openContext()
    for (const at of Array(8).keys()) {
      const id = await context.addSession(`s${at}`, {})
      await context.addTurn(id, 1, 'Make closeLedger faster', 'It now sums in SQL.')
    }
    expect(await told(context, prompt)).toEqual([])
  })
})

describe('proper names', () => {
  test('a capital inside a sentence and capitals make a name', () => {
    const text = 'Customers log in through SAML with Okta; Grafana shows it.'
    expect(properNamesIn(text)).toEqual(new Set(['saml', 'okta', 'grafana']))
  })

  test('the first word of a sentence and general words do not', () => {
    expect(properNamesIn('Invoices are sent by the API. Receipts are not, TODO.')).toEqual(
      new Set(),
    )
  })
})
