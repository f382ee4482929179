/** Amounts in words, for the terminal and the dashboard. */

export function count(amount: number, noun: string, plural = `${noun}s`): string {
  return `${amount.toLocaleString('en')} ${amount === 1 ? noun : plural}`
}

/** Cents; four decimals for amounts below 10 cents. */
export function dollars(usd: number): string {
  if (usd > 0 && usd < 0.0001) return '<$0.0001'
  const maximumFractionDigits = usd < 0.1 ? 4 : 2
  return `$${usd.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits })}`
}

const units = ['B', 'KB', 'MB', 'GB', 'TB']

export function bytes(count: number): string {
  const power = count < 1 ? 0 : Math.min(Math.floor(Math.log2(count) / 10), units.length - 1)
  const value = count / 1024 ** power
  return `${power === 0 ? value : value.toFixed(1)} ${units[power]}`
}
