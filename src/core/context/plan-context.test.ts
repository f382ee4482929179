import { describe, expect, test } from 'vitest'
import { idOf, openContext, session, textsOf } from '../../../test/support/core/context.ts'

describe('at a prompt', () => {
  const memories = [
    { id: idOf(1), content: 'Invoice PDFs are rendered by Typst in the worker.' },
    { id: idOf(2), content: 'Emails go out through Postmark.' },
    { id: idOf(3), content: 'Invoice PDFs of another project.', scopeId: 'p2' },
  ]
  const prompt = 'Typst cuts off the last line of an invoice'

  test('memories about it are given, with the reason', async () => {
    const { plan } = await openContext(memories)
    const { lines } = await plan({ events: ['prompt'], prompt })
    expect(lines.map(({ section, id }) => [section, id])).toEqual([['recalled', idOf(1)]])
    expect(lines[0]?.reason).toBe('evidence 8.0: typst, invoic')
  })

  test('what the session was shown is not given again', async () => {
    const { plan, show } = await openContext(memories)
    await show([idOf(1)])
    const { text, left } = await plan({ events: ['prompt'], prompt })
    expect(text).toBe('')
    expect(left[0]).toMatchObject({ id: idOf(1), reason: 'already shown in this session' })
  })

  test.each([
    ['a slash command', '/review the invoice PDF'],
    ['a notification', '<task-notification>invoice PDF done</task-notification>'],
    ['a word or two', 'PDF?'],
    ['nothing but leave to go on', 'yes, please go on like that'],
    ['something else', 'write a regex that matches IPv6 addresses'],
  ])('%s gets nothing', async (_, said) => {
    const { plan } = await openContext(memories)
    expect((await plan({ events: ['prompt'], prompt: said })).text).toBe('')
  })

  test('the first of a host that lost its start gets both in one block, each memory once', async () => {
    const { plan } = await openContext([
      ...memories,
      { id: idOf(4), content: 'Never push to main.', kind: 'rule' },
    ])
    const first = { events: ['session-start', 'prompt'], source: undefined, prompt } as const
    const { lines, text } = await plan(first)
    expect(lines.map(({ section, id }) => [section, id])).toEqual([
      ['rules', idOf(4)],
      ['project', idOf(2)],
      ['project', idOf(1)],
    ])
    expect(text.match(/<throughline-context>/g)).toHaveLength(1)
  })
})

describe('a candidate', () => {
  test('is never given, whatever its kind, importance and pin say', async () => {
    const agent = { scope: 'agent', scopeId: 'reviewer' } as const
    const { plan } = await openContext([
      { id: idOf(1), content: 'Heard as a rule.', kind: 'rule', standing: 'candidate' },
      { id: idOf(2), content: 'Heard and pinned.', pinned: true, standing: 'candidate' },
      { id: idOf(3), content: 'Heard about webhooks.', importance: 1, standing: 'candidate' },
      { id: idOf(4), content: 'Heard for an agent.', ...agent, standing: 'candidate' },
    ])
    const branch = 'fix/webhooks'
    expect((await plan({ branch })).text).toBe('')
    expect((await plan({ branch, source: 'compact' })).text).toBe('')
    expect((await plan({ events: ['subagent-start'], agent: 'reviewer' })).text).toBe('')
    const prompt = 'What have we heard about webhooks?'
    expect((await plan({ events: ['prompt'], prompt })).text).toBe('')
  })

  test('takes no room from memories that match less', async () => {
    const heard = Array.from({ length: 100 }, (_, index) => ({
      ...{ id: idOf(index + 2), content: `Webhook signatures, heard ${index}.` },
      ...({ standing: 'candidate', importance: 1 } as const),
    }))
    const known = 'Webhook signatures are checked with the raw body of a request.'
    const { plan } = await openContext([{ id: idOf(1), content: known }, ...heard])
    const prompt = 'Why do webhook signatures of the raw body fail?'
    expect(textsOf(await plan({ events: ['prompt'], prompt }))).toEqual([known])
    expect(textsOf(await plan({ branch: 'fix/webhook-signature' }))).toEqual([known])
  })
})

test('switched off there is nothing', async () => {
  const { plan } = await openContext([{ id: idOf(1), content: 'A fact.' }])
  expect((await plan({}, { enabled: false })).text).toBe('')
  expect((await plan({}, { atStart: false })).text).toBe('')
})

test('a preview without a session has no session to look up', async () => {
  const { plan } = await openContext([{ id: idOf(1), content: 'A fact.' }])
  expect((await plan({ session: undefined })).lines).toHaveLength(1)
  expect((await plan({ session })).lines).toHaveLength(1)
})
