/** Amounts for people. */

export function number(value: number): string {
  return value.toLocaleString('en')
}

export function count(value: number, noun: string, plural = `${noun}s`): string {
  return `${number(value)} ${value === 1 ? noun : plural}`
}

export function bytes(value: number): string {
  if (value < 1024) return `${value} B`
  const units = ['KB', 'MB', 'GB', 'TB']
  const power = Math.min(Math.floor(Math.log(value) / Math.log(1024)), units.length)
  const amount = value / 1024 ** power
  return `${amount < 10 ? amount.toFixed(1) : Math.round(amount)} ${units[power - 1]}`
}

/** Cents, and more digits only where an amount would otherwise vanish. */
export function dollars(usd: number): string {
  if (usd > 0 && usd < 0.0001) return '<$0.0001'
  const maximumFractionDigits = usd < 0.1 ? 4 : 2
  return `$${usd.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits })}`
}
