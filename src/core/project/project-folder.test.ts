import { describe, expect, test } from 'vitest'
import { isProjectFolder, mayHoldMarker } from './project-folder.ts'

const surroundings = { userHome: '/home/ada', tempFolders: ['/tmp', '/var/tmp'] }

describe('project folders', () => {
  test.each(['/', '/home', '/home/ada', '/home/ada/', '/tmp', '/var/tmp', 'C:\\'])(
    '%s is no project',
    (folder) => {
      expect(isProjectFolder(folder, surroundings)).toBe(false)
      expect(mayHoldMarker(folder, surroundings)).toBe(false)
    },
  )

  test.each(['/home/ada/app', '/home/ben', '/tmp/app', '/srv', '/home/ada/code/.hidden/app'])(
    '%s can be one and hold a marker',
    (folder) => {
      expect(isProjectFolder(folder, surroundings)).toBe(true)
      expect(mayHoldMarker(folder, surroundings)).toBe(true)
    },
  )

  test.each(['/etc/nginx', '/usr/local/src', '/home/ada/.config/editor', '/home/ada/.throughline'])(
    '%s can be one, but no file is written there',
    (folder) => {
      expect(isProjectFolder(folder, surroundings)).toBe(true)
      expect(mayHoldMarker(folder, surroundings)).toBe(false)
    },
  )

  test('a home at the root of the file system leaves all folders below it', () => {
    const root = { userHome: '/', tempFolders: ['/tmp'] }
    expect(isProjectFolder('/', root)).toBe(false)
    expect(mayHoldMarker('/app', root)).toBe(true)
  })
})
