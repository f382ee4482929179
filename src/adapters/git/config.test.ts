import { describe, expect, test } from 'vitest'
import { findRemoteUrl, findVariable, parseGitConfig } from './config.ts'

const remoteOf = (text: string) => findRemoteUrl(parseGitConfig(text))

describe('git config', () => {
  test.each([
    ['[remote "origin"]\n\turl = git@host:a/b.git\n', 'git@host:a/b.git'],
    ['[remote "origin"] url=x', 'x'],
    ['[Remote "origin"]\r\n\tURL = x\r\n', 'x'],
    ['[remote.origin]\nurl = x', 'x'],
    ['\uFEFF[remote "origin"]\nurl = x', 'x'],
    ['[remote "origin"]\nurl = x # a comment', 'x'],
    ['[remote "origin"]\nurl = x ; a comment', 'x'],
    ['[remote "origin"] # a comment\nurl = x', 'x'],
    ['[remote "origin"]\nurl = "a # b ; c"', 'a # b ; c'],
    ['[remote "origin"]\nurl = " a "', ' a '],
    ['[remote "origin"]\nurl =   a b  ', 'a b'],
    ['[remote "origin"]\nurl = C:\\\\git\\\\a', 'C:\\git\\a'],
    ['[remote "origin"]\nurl = "a\\"b"', 'a"b'],
    ['[remote "origin"]\nurl = ab\\\ncd', 'abcd'],
    ['# see here \\\n[remote "origin"]\nurl = x', 'x'],
    ['[remote "origin"]\nurl = first\nurl = second', 'first'],
    ['[remote "origin"]\nurl = first\nurl =\nurl = second', 'second'],
    ['[remote "origin"]\npushurl = p\nfetch = +refs/*\nurl = x', 'x'],
    ['[remote "upstream"]\nurl = only', 'only'],
    ['[remote "upstream"]\nurl = u\n[remote "origin"]\nurl = o', 'o'],
    ['[remote "origin"]\nfetch = f\n[remote "fork"]\nurl = only', 'only'],
    ['[[broken\n=\n[remote "origin"]\nurl = x', 'x'],
  ])('%j has the remote %j', (text, expected) => {
    expect(remoteOf(text)).toBe(expected)
  })

  test.each([
    '',
    '[remote "origin"]\nurl',
    '[remote "origin"]\nurl =',
    '[remote "ORIGIN"]\nurl = a\n[remote "fork"]\nurl = b',
    '[branch "origin"]\nurl = x',
    '# [remote "origin"]\n# url = x',
    'binary \u0000 noise',
  ])('%j has none', (text) => {
    expect(remoteOf(text)).toBeUndefined()
  })

  test('a subsection may hold quotes, brackets and dots', () => {
    const [variable] = parseGitConfig('[remote "a\\"]. b"]\nurl = x')
    expect(variable).toEqual({ section: 'remote', subsection: 'a"]. b', name: 'url', value: 'x' })
  })

  test('of a variable set twice the last counts, and only outside subsections', () => {
    const config = parseGitConfig('[core]\nworktree = a\nworktree = ../b\n[core "x"]\nworktree = c')
    expect(findVariable(config, 'core', 'worktree')).toBe('../b')
  })
})
