import { expect, it } from 'vitest'
import { eachWithHttpApp, type Problem } from '../../../test/support/processes/http-app.ts'

const app = eachWithHttpApp()
const { ask, post } = app

it('clears nothing if the filter is misspelt', async () => {
  const folder = app.world.project
  for (const tags of ['spike', 'keep']) await post('/api/memories', { content: tags, folder, tags })
  const clear = { scope: 'project', folder, tags: 'spike', confirm: true }
  const response = await post('/api/memories/clear', clear)
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({
    error: {
      code: 'invalid-input',
      message: 'unknown field "tags"',
      hint: 'did you mean "tag"?',
    },
  })
  expect(await (await ask(`/api/memory-counts?folder=${folder}`)).json()).toMatchObject({
    total: 2,
  })
})

it.each([
  ['widgets', 'folder "widgets" is not an absolute path'],
  ['/no/such', 'there is no folder "/no/such"'],
])('the folder %s is refused alike to store, list and recall', async (folder, message) => {
  const asked = [
    await post('/api/memories', { content: 'Lost.', folder }),
    await post('/api/consolidate', { folder }),
    await ask(`/api/memories?folder=${folder}`),
    await ask(`/api/recall?query=gate&folder=${folder}`),
    await ask(`/api/context?folder=${folder}`),
  ]
  for (const response of asked) {
    expect(response.status).toBe(400)
    expect(((await response.json()) as Problem).error.message).toBe(message)
  }
  expect(app.world.rows('SELECT name FROM projects')).toEqual([])
})

it.each([
  ['/api/sessions/unknown', 404],
  ['/api/tool-events/unknown', 404],
  ['/api/sessions?limit=0', 400],
  ['/api/sessions?limit=many', 400],
  ['/api/jobs?status=lost', 400],
  ['/api/jobs?state=parked', 400],
  ['/api/export?memoriesOnly=yes', 400],
  ['/api/export?memoryOnly=true', 400],
  ['/api/sessions?project=unknown', 404],
  ['/api/nothing', 404],
])('%s is answered %i, with a sentence', async (path, status) => {
  const response = await ask(path)
  expect(response.status).toBe(status)
  expect(((await response.json()) as Problem).error.message).toMatch(/\w+/)
  expect(app.logged).toEqual([])
})

it('logs internal errors and does not return them', async () => {
  const listSessions = () => Promise.reject(new Error('the column is missing'))
  const operations = { ...app.local.operations, listSessions }
  const response = await ask('/api/sessions', {}, { operations })
  expect(response.status).toBe(500)
  expect(await response.json()).toEqual({ error: { message: 'internal error' } })
  expect(app.logged).toEqual(['a request failed'])
})

it('says that the database is the problem, and what to do', async () => {
  app.local.close()
  const response = await ask('/api/sessions')
  expect(response.status).toBe(503)
  expect(await response.json()).toEqual({
    error: {
      code: 'database-unwritable',
      message: expect.stringContaining('database'),
      hint: expect.any(String),
    },
  })
})

it('stops when asked to', async () => {
  expect((await post('/api/stop', '')).status).toBe(202)
  expect(app.calls).toContain('stop')
})
