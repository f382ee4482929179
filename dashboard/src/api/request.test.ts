import { expect, test } from 'vitest'
import { toRequest } from './request.ts'

test('what reads is a query; missing values are left out, lists are joined', () => {
  const route = { method: 'get', path: '/api/recall' } as const
  const { url, init } = toRequest(route, {
    query: 'a & b',
    types: ['memory', 'turn'],
    kind: undefined,
  })
  expect(url).toBe('/api/recall?query=a+%26+b&types=memory%2Cturn')
  expect(init).toEqual({})
})

test('parts of the path are taken from the input and escaped', () => {
  const route = { method: 'get', path: '/api/memories/:id/history' } as const
  expect(toRequest(route, { id: 'a/../b?c' }).url).toBe('/api/memories/a%2F..%2Fb%3Fc/history')
})

test('what writes is JSON', () => {
  const route = { method: 'post', path: '/api/memories/pin' } as const
  expect(toRequest(route, { id: 'm1', pinned: false })).toEqual({
    url: '/api/memories/pin',
    init: {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"id":"m1","pinned":false}',
    },
  })
})
