import { expect, it } from 'vitest'
import { eachWithHttpApp } from '../../../test/support/processes/http-app.ts'
import { mostPageBytes } from '../../contract/vocabulary.ts'

const app = eachWithHttpApp()

const save = async (text: string) => {
  const response = await app.post('/api/wiki/page', {
    ...{ global: true, path: 'notes.md', basedOn: '' },
    text,
  })
  return { status: response.status, body: JSON.stringify(await response.json()) }
}

it('saves a page of nearly a megabyte, whatever its size as JSON', async () => {
  const text = `# Notes\n\n${'"\n'.repeat((mostPageBytes - 100) / 2)}The end.\n`
  const { status, body } = await save(text)
  expect(status).toBe(200)
  expect(body).toContain('The end.')
})

it('refuses a larger one, counted in bytes', async () => {
  const long = await save(`# Notes\n\n${'ä'.repeat(mostPageBytes / 2)}`)
  expect(long).toMatchObject({ status: 400, body: /the page \\"notes.md\\" is larger than 1 MB/ })
  const longer = await save('x'.repeat(mostPageBytes + 1))
  expect(longer.status).toBe(400)
  expect((await save('\n'.repeat(3 * mostPageBytes))).status).toBe(413)
})
