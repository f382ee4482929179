import { describe, expect, test } from 'vitest'
import { operations } from './operations/index.ts'

const all = Object.entries(operations)

describe('the operations', () => {
  test('each have an address of their own', () => {
    const addresses = all.map(([, { http }]) => `${http.method} ${http.path}`)
    expect(new Set(addresses).size).toBe(addresses.length)
    for (const [, { http }] of all) expect(http.path).toMatch(/^\/api\//)
  })

  test.each(all)('%s says in one line what it does', (_, { summary }) => {
    expect(summary).toMatch(/^[A-Z][^\n]+[^.]$/)
  })

  test.each(all)('%s takes every part of its address as input', (_, { http, input }) => {
    const names = [...http.path.matchAll(/:(\w+)/g)].map(([, name]) => name)
    for (const name of names) expect(Object.keys(input.shape)).toContain(name)
  })
})

describe('a list', () => {
  const { input } = operations.listSessions

  test('has twenty of the newest unless told', () => {
    expect(input.parse({})).toEqual({ limit: 20, offset: 0 })
  })

  test.each([{ limit: 0 }, { limit: 1_001 }, { limit: 'many' }, { offset: -1 }, { status: 'odd' }])(
    'refuses %j',
    (value) => {
      expect(input.safeParse(value).success).toBe(false)
    },
  )
})

test.each(['', '   '])('a project cannot be renamed to "%s"', (name) => {
  expect(operations.renameProject.input.safeParse({ project: 'a', name }).success).toBe(false)
})
