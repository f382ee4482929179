import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { prepareStatement } from './statement.ts'

const connection = new DatabaseSync(':memory:')

test('numbered parameters may repeat and come in any order', () => {
  const statement = prepareStatement(connection, 'SELECT ?2 AS b, ?1 AS a, ?2 || ?1 AS both')
  expect(statement.get(['x', 'y'])).toEqual({ a: 'x', b: 'y', both: 'yx' })
})

test('plain parameters are bound as they come', () => {
  expect(prepareStatement(connection, 'SELECT ? AS a, ? AS b').all([1, 2])).toEqual([
    { a: 1, b: 2 },
  ])
})

test('a value that was left out is null', () => {
  expect(prepareStatement(connection, 'SELECT ?1 AS a, ?2 AS b').get(['x'])).toEqual({
    a: 'x',
    b: null,
  })
})

test('rows are counted after one whose id is no safe number, and numbers are read as numbers', () => {
  connection.exec('CREATE TABLE numbered (id INTEGER PRIMARY KEY, n INTEGER)')
  const insert = prepareStatement(connection, 'INSERT INTO numbered VALUES (?1, ?2) RETURNING n')
  expect(insert.run([2n ** 60n, 1])).toBe(1)
  expect(insert.get([1, 5])).toEqual({ n: 5 })
})

test('text is read whole, with a visible sign for a NUL, and found by either', () => {
  connection.exec('CREATE TABLE texts (text TEXT)')
  prepareStatement(connection, 'INSERT INTO texts VALUES (?)').run(['a\u0000b'])
  const find = prepareStatement(connection, 'SELECT text FROM texts WHERE text = ?1')
  for (const text of ['a\u0000b', 'a\u2400b'])
    expect(find.get([text])).toEqual({ text: 'a\u2400b' })
})
