/** Whether the first of two versions, as npm writes them, is the newer one. */
export function isNewerVersion(version: string, other: string): boolean {
  const [mine, theirs] = [partsOf(version), partsOf(other)]
  const at = mine.numbers.findIndex((number, index) => number !== theirs.numbers[index])
  if (at >= 0) return (mine.numbers[at] ?? 0) > (theirs.numbers[at] ?? 0)
  // 1.0.0 comes after 1.0.0-rc.1
  if (mine.label === '' || theirs.label === '') return mine.label === '' && theirs.label !== ''
  return mine.label.localeCompare(theirs.label, 'en', { numeric: true }) > 0
}

function partsOf(version: string): { numbers: number[]; label: string } {
  const [, numbers = '', label = ''] = /^(\d+\.\d+\.\d+)(?:-(.*))?$/.exec(version) ?? []
  return { numbers: numbers.split('.').map(Number), label }
}
