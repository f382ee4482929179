import { expect, test } from 'vitest'
import { findHostProtocol, hostProtocols } from './protocols.ts'
import { findHost, hosts } from './registry.ts'

test('a host is found by its name', () => {
  expect(findHost('claude-code').displayName).toBe('Claude Code')
  expect(findHostProtocol('claude-code').displayName).toBe('Claude Code')
})

test('hosts and protocols are the same list', () => {
  expect(hosts.map(({ name }) => name)).toEqual(hostProtocols.map(({ name }) => name))
})

test('an unknown host is refused with the nearest known one', () => {
  expect(() => findHost('claud-code')).toThrowError(
    expect.objectContaining({
      code: 'invalid-input',
      message: 'unknown host "claud-code"',
      hint: expect.stringMatching(/^did you mean claude-code\? Known hosts: claude-code/),
    }),
  )
})

test('a host like no other is refused with the list', () => {
  expect(() => findHostProtocol('emacs')).toThrowError(
    expect.objectContaining({ hint: expect.stringMatching(/^known hosts: claude-code/) }),
  )
})
