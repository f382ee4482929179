/** A pattern that finds any of the literals; made of nothing else it runs several times faster. */
export function anyLiteral(literals: readonly string[]): RegExp {
  const escaped = literals.map((literal) => literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(escaped.join('|'), 'g')
}
