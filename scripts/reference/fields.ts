/** Fields that many requests or tools take, explained once. */
import { code, table } from './markdown.ts'
import { fieldRow, type SchemaNode } from './schema.ts'

export interface Field {
  /** The request or tool that takes it. */
  readonly of: string
  readonly name: string
  readonly isRequired: boolean
  readonly schema: SchemaNode
}

export function listFields(of: string, { properties = {}, required = [] }: SchemaNode): Field[] {
  return Object.entries(properties).map(([name, schema]) => {
    const isRequired = required.includes(name) && schema.default === undefined
    return { of, name, isRequired, schema }
  })
}

/** Required ones in bold. */
export function nameFields(fields: readonly Field[]): string {
  const names = fields.map(({ name, isRequired }) =>
    isRequired ? `**${code(name)}**` : code(name),
  )
  return names.join(', ')
}

/** Each field once. One that means different things names where all meanings but the usual one apply. */
export function fieldTable(fields: readonly Field[]): string {
  const byName = Map.groupBy(fields, ({ name }) => name)
  const rows = [...byName]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .flatMap(([name, uses]) => {
      const meanings = [
        ...Map.groupBy(uses, ({ schema }) => fieldRow(name, schema).join('\n')),
      ].toSorted(([, a], [, b]) => b.length - a.length)
      return meanings.map(([, same], index) => {
        const schema = same[0]?.schema ?? {}
        const row = fieldRow(name, schema)
        const where = same.map((field) => code(field.of)).join(', ')
        return index === 0 ? row : [...row.slice(0, -1), `${row.at(-1)} (${where})`]
      })
    })
  return table(['field', 'type', 'meaning'], rows)
}
