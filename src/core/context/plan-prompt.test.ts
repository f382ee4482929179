import { describe, expect, test } from 'vitest'
import { type Context, idOf, openContext } from '../../../test/support/core/context.ts'

const told = async ({ plan }: Context, prompt: string) =>
  (await plan({ events: ['prompt'], prompt })).lines.map(({ text }) => text)

describe('a memory is given to a prompt', () => {
  const memory = 'The ledger is closed by closeLedger, which locks all invoices; run it at night.'

  test('that names the same identifier', async () => {
    const context = await openContext([{ id: idOf(1), content: memory }])
    expect(await told(context, 'Why is closeLedger slow?')).toEqual([memory])
  })

  test('that is about it, in a new home with three memories', async () => {
    const context = await openContext([
      { id: idOf(1), content: memory },
      { id: idOf(2), content: 'Receipts are printed on the second printer of the shop.' },
      { id: idOf(3), content: 'The tests need Redis on port 6390.' },
    ])
    const prompt = 'Which port does Redis have for the tests?'
    expect(await told(context, prompt)).toEqual(['The tests need Redis on port 6390.'])
    expect(await told(context, 'Please fix the tests and commit')).toEqual([])
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
    const prompt = 'Find another way on this branch, 4211 lines, then fix the tests'
    expect(await told(context, prompt)).toEqual([])
  })

  test('but not for what the project speaks of all the time', async () => {
    const context = await openContext([{ id: idOf(1), content: memory }])
    const id = await context.addSession('earlier', {})
    for (const at of Array(40).keys()) {
      await context.addTurn(id, at + 1, `Read closeLedger, part ${at}`, 'It sums up all entries.')
    }
    expect(await told(context, 'Why is closeLedger slow?')).toEqual([])
  })

  test('that another session asked for again and again', async () => {
    const context = await openContext([{ id: idOf(1), content: memory }])
    const id = await context.addSession('earlier', {})
    const prompt = 'Why is closeLedger slow?'
    for (const at of Array(40).keys()) await context.addTurn(id, at + 1, prompt, 'It locks them.')
    expect(await told(context, prompt)).toEqual([memory])
  })

  test('three at most', async () => {
    const memories = [1, 2, 3, 4].map((at) => ({ id: idOf(at), content: `${at}: ${memory}` }))
    expect(await told(await openContext(memories), 'Why is closeLedger slow?')).toHaveLength(3)
  })

  test('but after five sessions that did not use it only if it shares more', async () => {
    const context = await openContext([{ id: idOf(1), content: memory }])
    for (const host of ['a', 'b', 'c', 'd', 'e']) {
      await context.show([idOf(1)], { host, hostSessionId: 'other' })
    }
    expect(await told(context, 'Why is closeLedger slow?')).toEqual([])
    expect(await told(context, 'Why does closeLedger lock the `invoices`?')).toEqual([memory])
  })
})
