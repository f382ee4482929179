/** Learned memories have the tag `auto`. Most are learned, and the details say how. */
export function shownTags(tags: readonly string[]): readonly string[] {
  return tags.filter((tag) => tag !== 'auto')
}
