/** Amounts for people. */
export { count, dollars } from '../../../src/contract/wording.ts'

export function number(value: number): string {
  return value.toLocaleString('en')
}

const byteUnits = ['B', 'KB', 'MB', 'GB', 'TB']

export function bytes(value: number): string {
  let amount = value
  let unit = 0
  // Rounded, 1023.6 KB would show as 1024 KB.
  while (Math.round(amount) >= 1024 && unit < byteUnits.length - 1) {
    amount /= 1024
    unit += 1
  }
  const isExact = unit > 0 && amount < 9.95
  return `${isExact ? amount.toFixed(1) : Math.round(amount)} ${byteUnits[unit]}`
}
