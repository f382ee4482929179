import { expect, test } from 'vitest'
import { subscribers } from './setting-types.ts'
import { lifecycleTypes } from './vocabulary.ts'

const chat = { name: 'chat', url: 'https://chat.example/hook' }

test('a subscriber wants everything from everywhere unless told', () => {
  expect(subscribers.parse([chat])).toEqual([
    {
      ...chat,
      events: lifecycleTypes,
      projects: [],
      secretVariable: '',
      timeoutSeconds: 10,
      attempts: 5,
    },
  ])
})

test.each([
  [{ name: 'chat' }, 'must have either a command or a url'],
  [{ ...chat, command: ['true'] }, 'must have either a command or a url'],
  [{ name: 'chat', command: 'notify me' }, 'must be a list of words, such as'],
  [{ name: 'chat', command: [] }, 'must be a list of words, such as'],
  [{ name: 'chat', command: ['true'], secretVariable: 'KEY' }, 'applies only to a url'],
  [{ ...chat, secretVariable: 'the secret' }, 'must be the name of an environment variable'],
  [{ ...chat, url: 'ftp://chat.example' }, 'Invalid URL'],
  [{ ...chat, url: 'https://me:pass@chat.example' }, 'must not contain a password'],
  [{ ...chat, name: '' }, 'must be a short name'],
  [{ ...chat, events: [] }, 'must list at least one event'],
  [{ ...chat, events: ['turn-began'] }, 'Invalid option'],
  [{ ...chat, timeoutSeconds: 0 }, 'Too small'],
  [{ ...chat, attempts: 0 }, 'Too small'],
])('%j is refused: %s', (value, message) => {
  const { error } = subscribers.safeParse([value])
  expect(error?.issues[0]?.message).toContain(message)
})

test('two of one name are refused', () => {
  const { error } = subscribers.safeParse([chat, { name: 'chat', command: ['true'] }])
  expect(error?.issues[0]?.message).toBe('two subscribers have the same name')
})
