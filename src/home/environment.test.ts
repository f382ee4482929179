import { chmodSync, chownSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeTemporaryFolder } from '../../test/support/homes/temporary-folder.ts'
import { chooseHome } from './environment.ts'

let root: string
let userHome: string
let project: string
beforeEach(() => {
  root = makeTemporaryFolder()
  userHome = join(root, 'ann')
  project = join(userHome, 'code', 'widgets')
  mkdirSync(join(project, 'src'), { recursive: true })
})

const choose = (home: string | undefined, folder: string | undefined = project) =>
  chooseHome({ THROUGHLINE_HOME: home }, userHome, folder)

const usual = () => ({ root: join(userHome, '.throughline') })

/** What a repository with a `.env` and a home of its own brings. */
function writeHome(folder: string): string {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'config.json'), '{}')
  return folder
}

describe('THROUGHLINE_HOME', () => {
  it('is ~/.throughline where nothing else is named', () => {
    expect(choose(undefined)).toEqual(usual())
    expect(choose('')).toEqual(usual())
  })

  it('names another folder of the user, also with a tilde and before it exists', () => {
    expect(choose('/data/memory')).toEqual({ root: '/data/memory' })
    expect(choose('~/memory')).toEqual({ root: join(userHome, 'memory') })
    expect(choose(writeHome(join(root, 'data')))).toEqual({ root: join(root, 'data') })
    expect(choose(join(root, 'data'), undefined)).toEqual({ root: join(root, 'data') })
  })

  it('may name the usual one anywhere, for example in a repository of settings', () => {
    mkdirSync(join(userHome, '.git'))
    expect(choose(usual().root, userHome)).toEqual(usual())
    expect(choose(join(userHome, 'memory'), userHome)).toEqual({ root: join(userHome, 'memory') })
  })

  it.each([
    ['a relative path', () => '.th', 'is not an absolute path'],
    [
      'a path into the folder',
      () => writeHome(join(project, '.th')),
      'is inside the current project',
    ],
    ['the folder itself', () => writeHome(project), 'is inside the current project'],
    ['a way around', () => join(project, '..', 'widgets', '.th'), 'is inside the current project'],
    ['a link into the folder', () => linkTo(join(project, '.th')), 'is inside the current project'],
    ['the folder from a tilde', () => '~/code/widgets/.th', 'is inside the current project'],
  ])('does not name %s', (_, home, fault) => {
    const named = home()
    const { refusal, ...rest } = choose(named)
    expect(rest).toEqual(usual())
    expect(refusal).toMatchObject({
      code: 'invalid-input',
      message: `THROUGHLINE_HOME (${named}) ${fault}`,
      hint: expect.stringContaining('unset it'),
    })
  })

  it('does not name a folder of any repository, wherever the session is', () => {
    mkdirSync(join(project, '.git'))
    const home = writeHome(join(project, '.th'))
    const faultIn = (folder: string) => choose(home, folder).refusal?.message
    expect(faultIn(join(project, 'src'))).toContain('is inside the current project')
    expect(faultIn(userHome)).toContain('is inside a repository')
    expect(faultIn(join(userHome, 'code'))).toContain('is inside the current project')
    expect(faultIn('/')).toContain('is inside a repository')
  })

  it('does not name what others can change, unless there is nothing in it yet', () => {
    const home = join(root, 'shared')
    mkdirSync(home)
    chmodSync(home, 0o777)
    expect(choose(home)).toEqual({ root: home })
    writeHome(home)
    expect(choose(home).refusal?.message).toContain('can be changed by other users')
    chmodSync(home, 0o755)
    expect(choose(home)).toEqual({ root: home })
  })

  it.runIf(process.getuid?.() === 0)('does not name a folder of another user', () => {
    const home = writeHome(join(root, 'of-nobody'))
    chownSync(home, 65_534, 65_534)
    expect(choose(home).refusal?.message).toContain('can be changed by other users')
  })
})

function linkTo(folder: string): string {
  writeHome(folder)
  const link = join(root, 'link')
  symlinkSync(folder, link)
  return link
}
