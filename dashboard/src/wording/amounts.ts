/** Amounts for people. */

export function number(value: number): string {
  return value.toLocaleString('en')
}

export function count(value: number, noun: string, plural = `${noun}s`): string {
  return `${number(value)} ${value === 1 ? noun : plural}`
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

/** Cents, with more digits only if the amount would round to zero. */
export function dollars(usd: number): string {
  if (usd > 0 && usd < 0.0001) return '<$0.0001'
  const maximumFractionDigits = usd < 0.1 ? 4 : 2
  return `$${usd.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits })}`
}
