import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normaliseRemote } from './normalise-remote.ts'

describe('normaliseRemote', () => {
  test.each([
    'https://github.com/owner/repo',
    'https://github.com/owner/repo.git',
    'https://github.com/owner/repo.git/',
    'https://github.com//owner//repo///',
    'http://github.com/owner/repo',
    'http://github.com:80/owner/repo',
    'https://github.com:443/owner/repo.git',
    'https://www.github.com/owner/repo',
    'https://GitHub.com/Owner/Repo.git',
    'https://github.com./owner/repo',
    'https://user@github.com/owner/repo.git',
    'https://user:pass%2Fword@github.com/owner/repo.git',
    'https://x-access-token:ghp_0123456789@github.com/owner/repo',
    'https://github.com/owner/repo.git?token=secret#secret',
    'git@github.com:owner/repo.git',
    'git@github.com:/owner/repo.git',
    'github.com:owner/repo',
    'org-1234@github.com:owner/repo.git',
    'ssh://git@github.com/owner/repo.git',
    'ssh://git@github.com:22/owner/repo',
    'ssh://git@ssh.github.com:443/owner/repo.git',
    'git+ssh://git@github.com/owner/repo.git',
    'ssh+git://git@github.com/owner/repo.git',
    'git://github.com/owner/repo.git',
    'git://github.com:9418/owner/repo.git',
    'git@github.com-work:owner/repo.git',
    '  https://github.com/owner/repo.git\n',
  ])('%s is github.com/owner/repo', (url) => {
    expect(normaliseRemote(url)).toBe('github.com/owner/repo')
  })

  test.each([
    ['https://gitlab.com/Group/Sub/Deeper/Repo.git', 'gitlab.com/group/sub/deeper/repo'],
    ['ssh://git@altssh.gitlab.com:443/group/sub/repo.git', 'gitlab.com/group/sub/repo'],
    ['git@bitbucket.org:Team/Repo.git', 'bitbucket.org/team/repo'],
    ['https://git.example.com/Team/Repo.git', 'git.example.com/Team/Repo'],
    ['https://github.com/owner/repo.wiki.git', 'github.com/owner/repo.wiki'],
    ['https://github.com/owner/dot.net', 'github.com/owner/dot.net'],
    ['git@git.sr.ht:~ada/repo', 'git.sr.ht/~ada/repo'],
    ['https://bücher.example/a/b.git', 'bücher.example/a/b'],
  ])('%s is %s', (url, expected) => {
    expect(normaliseRemote(url)).toBe(expected)
  })

  test.each([
    'https://dev.azure.com/org/Project/_git/Repo',
    'https://org@dev.azure.com/org/project/_git/repo',
    'git@ssh.dev.azure.com:v3/org/project/repo',
    'https://org.visualstudio.com/project/_git/repo',
    'https://org.visualstudio.com/DefaultCollection/project/_git/repo',
    'org@vs-ssh.visualstudio.com:v3/org/project/repo',
    'https://dev.azure.com/org/project/_git/_optimized/repo',
  ])('azure writes %s for one repository', (url) => {
    expect(normaliseRemote(url)).toBe('dev.azure.com/org/project/repo')
  })

  test('an azure repository named like its project, and names with blanks', () => {
    expect(normaliseRemote('https://dev.azure.com/org/_git/app')).toBe('dev.azure.com/org/app/app')
    expect(normaliseRemote('https://dev.azure.com/org/My%20Team/_git/app')).toBe(
      'dev.azure.com/org/my team/app',
    )
  })

  test('bitbucket server is the same by https and by ssh', () => {
    const expected = 'bitbucket.example.com/team/repo'
    expect(normaliseRemote('https://bitbucket.example.com/scm/team/repo.git')).toBe(expected)
    expect(normaliseRemote('ssh://git@bitbucket.example.com:7999/team/repo.git')).toBe(expected)
  })

  test('a port distinguishes web servers, and servers on this machine, but not ssh from https', () => {
    expect(normaliseRemote('https://git.example.com:8443/a/b')).toBe('git.example.com:8443/a/b')
    expect(normaliseRemote('ssh://git@git.example.com:2222/a/b')).toBe('git.example.com/a/b')
    expect(normaliseRemote('[git@git.example.com:2222]:a/b.git')).toBe('git.example.com/a/b')
    expect(normaliseRemote('ssh://git@localhost:2222/a/b')).toBe('localhost:2222/a/b')
    expect(normaliseRemote('http://127.0.0.1:3000/a/b.git')).toBe('127.0.0.1:3000/a/b')
    expect(normaliseRemote('ssh://git@[::1]:2222/a/b')).toBe('[::1]:2222/a/b')
    expect(normaliseRemote('git@[2001:db8::1]:a/b')).toBe('[2001:db8::1]/a/b')
  })

  test('accounts on a plain ssh server do not share their repositories', () => {
    expect(normaliseRemote('anna@host.example:site.git')).toBe('host.example/~anna/site')
    expect(normaliseRemote('ben@host.example:site.git')).toBe('host.example/~ben/site')
    expect(normaliseRemote('ssh://ben@host.example/~/site.git')).toBe('host.example/~ben/site')
    expect(normaliseRemote('git@host.example:site.git')).toBe('host.example/site')
    expect(normaliseRemote('ssh://ben@review.example:29418/site')).toBe('review.example/site')
  })

  test.each([
    ['/srv/git/repo.git', 'file:/srv/git/repo'],
    ['/srv/git/repo.git/', 'file:/srv/git/repo'],
    ['/srv/./git/../git/repo', 'file:/srv/git/repo'],
    ['/srv/git/repo/.git', 'file:/srv/git/repo'],
    ['file:///srv/git/repo.git', 'file:/srv/git/repo'],
    ['file://localhost/srv/git/repo.git', 'file:/srv/git/repo'],
    ['file:///srv/my%20git/repo.git', 'file:/srv/my git/repo'],
    ['C:\\Git\\repo.git', 'file:c:/Git/repo'],
    ['c:/Git/repo', 'file:c:/Git/repo'],
    ['file:///C:/Git/repo.git', 'file:c:/Git/repo'],
    ['\\\\server\\share\\repo.git', 'file://server/share/repo'],
    ['file://server/share/repo.git', 'file://server/share/repo'],
  ])('the repository %s on this machine is %s', (url, expected) => {
    expect(normaliseRemote(url)).toBe(expected)
  })

  test.each([
    '',
    '   ',
    '../sibling.git',
    './repo',
    'repo',
    '/',
    'https://',
    'https://github.com',
    'https://github.com/',
    'https://github.com/.git',
    'git@github.com:',
    'ext::ssh -i key host %S /repo',
    'https://user:pa/ss@github.com/owner/repo',
    'https://us/er:pass@github.com/owner/repo',
    'https://github.com/owner/re\u0000po',
  ])('%j says nothing that lasts', (url) => {
    expect(normaliseRemote(url)).toBeUndefined()
  })

  test('an unusual transport keeps its name and loses its credentials', () => {
    expect(normaliseRemote('s3://key:secret@bucket/repo')).toBe('s3:bucket/repo')
  })

  test('no credential ever gets through', () => {
    const secret = fc.string({ minLength: 8, maxLength: 40 }).map((text) => `S3CR3T${text}`)
    fc.assert(
      fc.property(secret, fc.constantFrom('https', 'ssh', 'git', 'http'), (password, scheme) => {
        const urls = [
          `${scheme}://user:${encodeURIComponent(password)}@example.com/owner/repo.git`,
          `${scheme}://${encodeURIComponent(password)}@example.com/owner/repo.git`,
          `${scheme}://user:${password}@example.com/owner/repo.git`,
        ]
        for (const url of urls) expect(normaliseRemote(url) ?? '').not.toContain('S3CR3T')
      }),
    )
  })

  test('it never throws, whatever the text', () => {
    fc.assert(fc.property(fc.string(), (text) => void normaliseRemote(text)))
    fc.assert(fc.property(fc.webUrl(), (text) => void normaliseRemote(text)))
  })
})
