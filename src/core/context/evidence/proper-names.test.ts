import { expect, test } from 'vitest'
import { properNamesIn } from './proper-names.ts'

test('a capital inside a sentence and capitals make a name', () => {
  const text = 'Customers log in through SAML with Okta; Grafana shows it.'
  expect(properNamesIn(text)).toEqual(new Set(['saml', 'okta', 'grafana']))
})

test('the first word of a sentence and general words do not', () => {
  expect(properNamesIn('Invoices are sent by the API. Receipts are not, TODO.')).toEqual(new Set())
})
