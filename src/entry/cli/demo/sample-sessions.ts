/** A week of work on a shop, with two agents: a bug, a decision, a correction, a failure that recurs. */
import type { SampleSession, Step } from './sample-events.ts'

/** A fake key; the demo shows that it never reaches the store. */
const sampleKey = ['sk', 'live', '4eC39HqLyjWDarjtT1zdp7dc'].join('_')

const missingClient =
  "src/checkout.ts(4,24): error TS2307: Cannot find module './api/client' or its corresponding type declarations."

const offByACent: Step[] = [
  {
    user: `The checkout total is off by a cent for three items. The test key is ${sampleKey}.`,
  },
  { read: 'src/price.ts', content: 'export const total = (n) => n * 1.19' },
  { run: 'npm test', output: 'AssertionError: expected 11.9 to be 11.89', fails: true },
  { edit: 'src/price.ts', from: 'n * 1.19', to: 'Math.round(n * 119) / 100' },
  { run: 'npm test', output: '12 passed' },
  {
    answer:
      'The total was off by a cent because src/price.ts multiplied prices as floats; it now rounds to cents once, at the end.',
  },
  { user: 'Good. Always run npm test before you commit here.' },
  { run: 'git commit -am "Round the total once"', output: '[main 4f2a91c] Round the total once' },
  { answer: 'Committed after a green npm test.' },
]

const shippingEstimate: Step[] = [
  { user: 'Add a shipping estimate below the total on the checkout page.' },
  { run: 'npm run typecheck', output: missingClient, fails: true },
  { run: 'npm run api:generate', output: 'Wrote src/api/client.ts' },
  { run: 'npm run typecheck', output: 'no errors' },
  { edit: 'src/checkout.ts', from: 'total(cart)', to: 'total(cart) + estimate(cart)' },
  {
    answer:
      'The estimate is below the total. The type check failed at first because this clone had no src/api/client.ts; npm run api:generate writes it.',
  },
  {
    user: 'We decided to keep every amount as integer cents, never as a float, so that sums stay exact.',
  },
  { edit: 'src/estimate.ts', from: 'fee: 4.9', to: 'feeInCents: 490' },
  { run: 'npm test', output: '15 passed' },
  { run: 'git commit -am "Add the shipping estimate"', output: '[main 81d0b3e] Add the estimate' },
  { answer: 'src/estimate.ts now has feeInCents.' },
]

const renamedByHand: Step[] = [
  { user: 'Rename shippingCost to deliveryFee in the API.' },
  { edit: 'src/api/client.ts', from: 'shippingCost: number', to: 'deliveryFee: number' },
  { answer: 'Renamed it in src/api/client.ts.' },
  {
    user: 'No, that file is generated. Never edit src/api/client.ts by hand, change openapi.yaml and run npm run api:generate.',
  },
  { edit: 'openapi.yaml', from: 'shippingCost:', to: 'deliveryFee:' },
  { run: 'npm run api:generate', output: 'Wrote src/api/client.ts' },
  { run: 'npm test', output: '15 passed' },
  { run: 'git commit -am "Rename to deliveryFee"', output: '[main c09e4d7] Rename to deliveryFee' },
  { answer: 'The name now comes from openapi.yaml, and the tests pass.' },
]

const invoiceExport: Step[] = [
  { user: 'Which currency does the invoice export use?' },
  { read: 'src/invoice/export.ts', content: 'const currency = order.currency' },
  { answer: 'The invoice export uses the currency of the order, not that of the shop.' },
  {
    user: 'From now on export invoices with semicolons instead of commas, because accounting opens them in Excel.',
  },
  { edit: 'src/invoice/export.ts', from: "join(',')", to: "join(';')" },
  { run: 'npm test', output: '17 passed' },
  { run: 'git commit -am "Export with semicolons"', output: '[main 5ab7721] Export' },
  { answer: 'Invoices are exported with semicolons.' },
]

/** The session that runs while the user looks on. */
const confirmationMail: Step[] = [
  { user: 'Show the delivery fee in the order confirmation mail.' },
  { run: 'npm run typecheck', output: missingClient, fails: true },
  { run: 'npm run api:generate', output: 'Wrote src/api/client.ts' },
  { run: 'npm run typecheck', output: 'no errors' },
  {
    edit: 'src/mail/confirmation.ts',
    from: 'total: order.total',
    to: 'total: order.total, deliveryFee: order.deliveryFeeInCents',
  },
  { run: 'npm test', output: '18 passed' },
  { answer: 'The mail shows the delivery fee, in integer cents like every amount.' },
]

const idOf = (number: number) => `6f1d2c1e-0d5b-4f7e-9a41-2b7c3d9e${number}00`

/** Sessions of the last days, oldest first. */
export function earlierSessions(now: Date): SampleSession[] {
  const at = (daysAgo: number, hour: number) => {
    const day = new Date(now)
    day.setDate(day.getDate() - daysAgo)
    day.setHours(hour, 12, 0, 0)
    return day
  }
  return [
    { host: 'claude-code', id: idOf(51), startedAt: at(6, 9), steps: offByACent },
    { host: 'codex', id: idOf(52), startedAt: at(4, 14), steps: shippingEstimate },
    { host: 'claude-code', id: idOf(53), startedAt: at(2, 10), steps: renamedByHand },
    { host: 'codex', id: idOf(54), startedAt: at(1, 16), steps: invoiceExport },
  ]
}

export const sessionNow: SampleSession = {
  host: 'claude-code',
  id: idOf(55),
  steps: confirmationMail,
}
