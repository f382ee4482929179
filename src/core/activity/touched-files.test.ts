import { expect, test } from 'vitest'
import { editedFiles, touchedFiles } from './touched-files.ts'

const use = (toolName: string, input: Record<string, string>) => ({ toolName, input })

test('paths are relative to the session’s folder, each listed once', () => {
  const uses = [
    use('Read', { file_path: '/home/dev/app/src/a.ts' }),
    use('Edit', { file_path: '/home/dev/app/src/a.ts', new_string: 'x' }),
    use('Read', { path: '/etc/hosts' }),
  ]
  expect(touchedFiles(uses, '/home/dev/app')).toEqual(['src/a.ts', '/etc/hosts'])
})

test('only changed files are listed as edited', () => {
  const uses = [
    use('NotebookRead', { notebook_path: '/app/read.ipynb' }),
    use('Read', { file_path: '/app/read.ts' }),
    use('Write', { file_path: '/app/written.ts' }),
    use('NotebookEdit', { notebook_path: '/app/book.ipynb' }),
  ]
  expect(editedFiles(uses, '/app/')).toEqual(['written.ts', 'book.ipynb'])
})

test('a patch names its files in its text', () => {
  const command =
    '*** Begin Patch\n*** Update File: src/a.ts\n+x\n*** Add File: b.md\n*** End Patch'
  expect(editedFiles([use('apply_patch', { command })], undefined)).toEqual(['src/a.ts', 'b.md'])
})

test('a tool without files touches none', () => {
  expect(
    touchedFiles([use('Bash', { command: 'ls' }), { toolName: 'x', input: null }], '/app'),
  ).toEqual([])
})

test('a Windows path is in the folder whatever its spelling', () => {
  const spellings = [
    'C:\\Code\\App\\src\\a.ts',
    'c:\\code\\app\\src\\a.ts',
    'C:/Code/App/src/a.ts',
    '\\\\?\\C:\\Code\\App\\src\\a.ts',
    'src\\a.ts',
  ]
  for (const file_path of spellings) {
    expect(touchedFiles([use('Read', { file_path })], 'C:\\Code\\App')).toEqual(['src/a.ts'])
  }
  expect(touchedFiles([use('Read', { file_path: 'D:\\b.ts' })], 'C:\\Code')).toEqual(['D:/b.ts'])
})

test('a patch with Windows line breaks names the same files', () => {
  const command = '*** Begin Patch\r\n*** Update File: src/a.ts\r\n+x\r\n*** End Patch'
  expect(editedFiles([use('apply_patch', { command })], undefined)).toEqual(['src/a.ts'])
})
