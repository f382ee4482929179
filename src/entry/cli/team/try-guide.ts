/** What `throughline server try` says: lines to copy, from signing in to seeing a memory arrive. */

export interface Trial {
  readonly server: string
  /** Where the commands of both machines are. */
  readonly folder: string
}

/** The file with the link that signs the owner in. */
export const ownerLink = 'owner-link'

/** At most 80 columns, unless the folder's path is long. */
export function describeTrial({ server, folder }: Trial): string[] {
  return [
    `A team server runs on ${server}, with the organisation Try.`,
    'Beside it are the machines of Ada, who will own it, and of Grace. Each has',
    'its own memories, a daemon and a clone of acme/widgets. In another terminal:',
    '',
    `  cd ${folder}`,
    '',
    'Sign in as the owner, on her machine; then open the second link in a browser:',
    `  ./ada login "$(cat ${ownerLink})"`,
    '  ./ada team link',
    '',
    'Share a project. The first line shows what would go:',
    '  ./ada remember "Deploys run on Mondays."',
    '  ./ada share --dry-run',
    '  ./ada share --yes',
    '',
    'Invite Grace, who signs in with the link and shares the project too:',
    '  ./ada team invite grace@example.com | tee invitation',
    '  ./grace login "$(grep -o \'http.*\' invitation)" --name Grace',
    '  ./grace share --yes',
    '  ./grace list',
    '',
    'See a memory arrive. It takes about a second, and Grace decides if it counts:',
    '  ./ada remember "The staging database is reset every night."',
    '  ./grace list',
    '  ./grace team approve Ada',
    '  ./ada team audit',
    '',
    'Ctrl-C ends everything and removes it.',
  ]
}
