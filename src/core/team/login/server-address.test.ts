import { expect, test } from 'vitest'
import { parseServerAddress } from './server-address.ts'

test.each([
  ['https://memory.example.com', { origin: 'https://memory.example.com' }],
  ['memory.example.com', { origin: 'https://memory.example.com' }],
  ['https://memory.example.com:8443/device?code=x', { origin: 'https://memory.example.com:8443' }],
  ['http://127.0.0.1:4750/', { origin: 'http://127.0.0.1:4750' }],
  ['http://localhost:4750', { origin: 'http://localhost:4750' }],
  [
    'https://memory.example.com/join/tli_abc',
    { origin: 'https://memory.example.com', code: 'tli_abc' },
  ],
])('%s is the server %j', (given, expected) => {
  expect(parseServerAddress(given)).toEqual(expected)
})

test.each([
  '',
  'two words',
  'ftp://memory.example.com',
  'file:///etc/passwd',
  'https://someone:secret@memory.example.com',
  'http://memory.example.com',
  'http://127.0.0.1.evil.example',
])('%j is refused', (given) => {
  expect(() => parseServerAddress(given)).toThrow(
    expect.objectContaining({ code: 'invalid-input' }),
  )
})
