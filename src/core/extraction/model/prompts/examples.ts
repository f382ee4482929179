/** A few short sessions and what is kept of them. Small models repeat them, so they are known again. */

interface Example {
  readonly said: string
  readonly item: {
    readonly kind: string
    readonly content: string
    readonly importance: number
    readonly tags: readonly string[]
    readonly keywords: readonly string[]
    readonly scope: string
    readonly basis: string
    readonly exchanges: readonly number[]
    readonly files: readonly string[]
    readonly supersedes: string
  } | null
}

const examples: readonly Example[] = [
  {
    said: 'User: No, not moment. We moved to date-fns last year because of the bundle size.',
    item: {
      kind: 'correction',
      content:
        'Dates are handled with date-fns, not moment: moment was dropped for the size of the bundle.',
      importance: 0.7,
      tags: ['dates', 'dependencies'],
      keywords: ['momentjs', 'datetime', 'library'],
      scope: 'project',
      basis: 'user',
      exchanges: [1],
      files: [],
      supersedes: 'dates handled with moment',
    },
  },
  {
    said: 'User: The staging database is reset every Sunday night, so do not keep test accounts there.',
    item: {
      kind: 'fact',
      content:
        'The staging database is reset every Sunday night, so test accounts kept there are lost.',
      importance: 0.6,
      tags: ['staging', 'database'],
      keywords: ['wipe', 'weekly', 'fixtures'],
      scope: 'project',
      basis: 'user',
      exchanges: [1],
      files: [],
      supersedes: '',
    },
  },
  {
    said: 'User: Rename the variable to total and run the tests. Agent: Done, 41 passed.',
    item: null,
  },
]

export function exampleReplies(): string {
  return examples
    .map(({ said, item }) => `${said}\n${JSON.stringify({ items: item ? [item] : [] })}`)
    .join('\n\n')
}

export function isExample(content: string): boolean {
  return examples.some(({ item }) => item?.content === content)
}
