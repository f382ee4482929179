import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { addLayer, type LayeredText, removeLayer } from './settings-text.ts'

const hash = (text: string) => createHash('sha256').update(text).digest('hex')
const strip = (owner: string) => (text: string) => text.replace(`+${owner}\n`, '')

function add(to: LayeredText, owner: string): LayeredText {
  const text = `${to.text ?? ''}+${owner}\n`
  return { text, layers: addLayer(to, owner, text, hash) }
}

const remove = (from: LayeredText, owner: string) => removeLayer(from, owner, strip(owner), hash)

const owners = ['user', '/a', '/b']
const orders = owners.flatMap((first) =>
  owners
    .filter((second) => second !== first)
    .map((second) => [
      first,
      second,
      ...owners.filter((each) => each !== first && each !== second),
    ]),
)

test.each(orders)('removed in the order %s, %s, %s, the text is what it was', (...order) => {
  for (const text of ['mine\n', '', undefined]) {
    const all = owners.reduce(add, { text, layers: [] } as LayeredText)
    expect(order.reduce(remove, all)).toEqual({ text, layers: [] })
  }
})

test('the layer on top is removed to the bytes below it, whatever an edit would leave', () => {
  const below = add({ text: 'mine\n', layers: [] }, 'user')
  const above = add(below, '/a')
  const careless = () => 'edited'
  expect(removeLayer(above, '/a', careless, hash)).toEqual(below)
})

test('our parts are removed from a text that others have changed since', () => {
  const both = add(add({ text: undefined, layers: [] }, 'user'), '/a')
  const touched = { ...both, text: `${both.text}theirs\n` }
  const left = remove(touched, 'user')
  expect(left.text).toBe('+/a\ntheirs\n')
  expect(remove(left, '/a')).toEqual({ text: 'theirs\n', layers: [] })
})

test('an owner who added nothing takes nothing out', () => {
  const one = add({ text: 'mine\n', layers: [] }, '/a')
  expect(remove(one, 'user')).toEqual(one)
})
