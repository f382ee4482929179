import { expect, test } from 'vitest'
import { hostPages, readPage, renderPage } from '../scripts/host-docs.ts'
import { hostProtocols } from '../src/adapters/hosts/hosts.ts'

test.each(hostPages)('$name has the agents as their adapters declare them', ({ name, render }) => {
  const text = readPage(name)
  expect(renderPage(text, render), 'node scripts/host-docs.ts writes it').toBe(text)
  for (const { displayName } of hostProtocols) expect(text).toContain(displayName)
})
