import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { operations } from '../../contract/operations/index.ts'
import { inputReader, limitBody } from './body.ts'
import { respondToError } from './respond.ts'

const app = new Hono()
app.use(limitBody())
for (const operation of Object.values(operations)) {
  const { method, path } = operation.http
  const read = inputReader(operation)
  app[method](path, (context) => context.json(read(context) as object))
}
app.onError((error, context) => respondToError(context, error))

async function given(path: string, body?: string) {
  const init = body === undefined ? {} : { method: 'POST', body }
  return (await app.request(path, init)).json()
}

it('comes from the query and the path', async () => {
  expect(await given('/api/timeline/t1?before=5')).toEqual({ id: 't1', before: 5, after: 3 })
})

it('comes from the body and the path', async () => {
  expect(await given('/api/sessions/s1/extract', '{"again":true}')).toEqual({
    id: 's1',
    again: true,
  })
})

it.each(['types=memory,turn', 'types=memory&types=turn'])('has a list from ?%s', async (types) => {
  expect(await given(`/api/recall?query=gate&${types}`)).toMatchObject({
    types: ['memory', 'turn'],
  })
})

it.each(['', ' \n', '{}'])('is nothing in particular from the body "%s"', async (body) => {
  expect(await given('/api/review/undo', body)).toEqual({})
})

it.each(['{"key":"nope",}', 'key=nope', '"nope"', '["nope"]', 'null', '{"key"'])(
  'is refused from the body %s',
  async (body) => {
    expect(await given('/api/review/undo', body)).toMatchObject({
      error: { code: 'invalid-input', message: 'the body is not a JSON object' },
    })
  },
)

it.each([
  ['/api/memories?tags=spike', 'unknown field "tags"', 'did you mean "tag"?'],
  ['/api/status?verbose=1', 'unknown field "verbose"', 'it takes folder'],
  ['/api/memories/m1?key=gate', 'unknown field "key"', 'it takes asOf, exact'],
  ['/api/memories?kind=fact&kind=decision', 'kind ["fact","decision"] is not one of', undefined],
])('is refused from %s', async (path, message, hint) => {
  expect(await given(path)).toEqual({
    error: {
      code: 'invalid-input',
      message: expect.stringContaining(message),
      ...(hint && { hint }),
    },
  })
})

it.each([
  ['/api/memories/clear', '{"tags":"spike"}', 'unknown field "tags"', 'did you mean "tag"?'],
  ['/api/sessions/s1/extract', '{"id":"s2"}', 'unknown field "id"', 'it takes again'],
  [
    '/api/memories/clear?tag=spike',
    '{}',
    '"tag" is in the address, not in the body',
    'a POST takes its input as a JSON object in the body',
  ],
])('is refused from %s with %s', async (path, body, message, hint) => {
  expect(await given(path, body)).toEqual({ error: { code: 'invalid-input', message, hint } })
})
