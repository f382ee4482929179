/** The wiki of a project, or the one of global memories: Markdown pages that people edit. */
import { z } from 'zod'
import { flagInput, placeFields } from '../memory-input.ts'
import { type HandlersOf, operation } from '../operation.ts'
import { memoryKinds, mostPageBytes, wikiFindingKinds } from '../vocabulary.ts'

const pageTypes = ['index', 'concept', 'decision', 'daily', 'question', 'log'] as const

/** `to-review`: of a wiki in a repository, which changes no memory by itself. */
const wikiChanges = [
  'created',
  'revised',
  'forgotten',
  'restored',
  'conflict',
  'held',
  'refused',
  'to-review',
] as const

const whichWiki = {
  project: placeFields.project,
  folder: placeFields.folder,
  global: flagInput.default(false).describe('The wiki of global memories'),
}

const path = z.string().min(1).describe('Path in the wiki, e.g. concepts/search-index.md')
const anchor = z.string().describe('Short id of a memory, the anchor of its block')

const wikiName = {
  id: z.string().describe('The project id, or "global"'),
  name: z.string(),
  location: z.string().describe('Folder of the pages'),
  isInRepository: z.boolean().describe('The pages are kept in the repository'),
}

const openConflict = z.object({
  anchor,
  path,
  memory: z.string().describe('What the memory says'),
  page: z.string().describe('What the page says'),
})

const heldRemoval = z.object({ anchor, content: z.string() })

const problem = z.object({
  path,
  what: z.string().describe('What is wrong with the page, and what happens to it'),
})

const waitingFor = {
  conflicts: z.array(openConflict).describe('Both sides changed; delete one on the page'),
  held: z
    .array(heldRemoval)
    .describe('Removed from pages, more than 5 at once: forgotten once confirmed'),
  problems: z.array(problem),
}

const wikiChange = z.object({
  what: z.enum(wikiChanges).describe('Result of an edit'),
  path,
  anchor: anchor.optional(),
  memoryId: z.string().optional().describe('The memory that was made or changed'),
  content: z.string(),
  reason: z.string().optional().describe('Why it was refused'),
})

const listedPage = z.object({
  path,
  type: z.enum(pageTypes),
  title: z.string(),
  summary: z.string(),
  tags: z.array(z.string()),
  aliases: z.array(z.string()),
  updated: z.string().optional().describe('Day of its latest statement'),
  sources: z.int().describe('Number of memories or sessions behind it'),
  statements: z.int(),
})

const getWiki = operation({
  summary: 'A wiki: every page, and the map of its concepts',
  input: z.object(whichWiki),
  output: z.object({
    ...wikiName,
    builtAt: z.string().optional(),
    pages: z.array(listedPage),
    map: z.object({
      concepts: z.array(
        z.object({ path, title: z.string(), memories: z.int(), updated: z.string().optional() }),
      ),
      connections: z.array(z.object({ from: path, to: path, memories: z.int() })),
    }),
    ...waitingFor,
  }),
  http: { method: 'get', path: '/api/wiki' },
})

const version = z.object({
  anchor,
  memoryId: z.string(),
  at: z.string().describe('Since when it said this'),
  content: z.string(),
  isCurrent: z.boolean(),
})

const shownPage = z.object({
  path,
  type: z.enum(pageTypes),
  title: z.string(),
  text: z.string().describe('Markdown, with front matter'),
  hash: z.string().describe('Send it back when you save the page'),
  statements: z.array(
    z.object({
      anchor,
      memoryId: z.string().optional(),
      kind: z.enum(memoryKinds).optional(),
      text: z.string(),
      line: z.int(),
      isConflict: z.boolean().describe("It is the page's side of a conflict"),
    }),
  ),
  links: z.array(
    z.object({
      target: z.string().describe('As written'),
      path: path.optional().describe('The page it leads to, if there is one'),
      anchor: anchor.optional(),
    }),
  ),
  backLinks: z.array(z.object({ path, title: z.string() })),
  history: z.array(version).describe('What its memories said, newest first'),
})

const getWikiPage = operation({
  summary: 'A page of a wiki: its text, links to it, and what it said before',
  input: z.object({ ...whichWiki, path }),
  output: shownPage,
  http: { method: 'get', path: '/api/wiki/page' },
})

export const saveWikiPage = operation({
  summary: 'Save an edited page: what changed on it changes in the memories',
  input: z.object({
    ...whichWiki,
    path,
    text: z.string().max(mostPageBytes).describe('The whole page; empty removes it'),
    basedOn: z.string().describe('Hash of the text that was edited; empty for a new page'),
  }),
  output: z.object({
    changes: z.array(wikiChange),
    page: shownPage.optional().describe('As it is now; absent if it is gone'),
  }),
  http: { method: 'post', path: '/api/wiki/page' },
})

const wikiStatus = operation({
  summary: 'Every wiki: its size, what waits to be written, edits, conflicts and problems',
  input: z.object({}),
  output: z.object({
    isEnabled: z.boolean(),
    timeZone: z.string().describe('Time zone of the dates'),
    wikis: z.array(
      z.object({
        ...wikiName,
        builtAt: z.string().optional(),
        pages: z.int(),
        statements: z.int(),
        waiting: z.int().describe('Memory changes that are not on the pages yet'),
        edited: z.array(path).describe('Pages with edits that are not memories yet'),
        ...waitingFor,
      }),
    ),
    movedAside: z.array(z.string()).describe('Damaged state files'),
    warnings: z.array(z.string()),
  }),
  http: { method: 'get', path: '/api/wiki/status' },
})

const built = z.object({
  ...wikiName,
  changes: z.array(wikiChange).describe('Edits people made, and the result of each'),
  written: z.array(path),
  removed: z.array(path),
  ...waitingFor,
})

const placeWiki = operation({
  summary: 'Keep a project’s wiki in its repository, or in the home again',
  input: z.object({
    project: placeFields.project,
    folder: placeFields.folder,
    place: z.enum(['repository', 'home']),
  }),
  output: z.object({
    ...wikiName,
    former: z.string().describe('The former folder of its pages; they stay there'),
    isIgnored: z.boolean().describe('A .gitignore beside the pages keeps them out of commits'),
  }),
  http: { method: 'post', path: '/api/wiki/place' },
})

const buildWiki = operation({
  summary: 'Turn edits of pages into memories, and update the pages',
  input: z.object({
    ...whichWiki,
    all: flagInput.default(false).describe('Every wiki'),
    whole: flagInput.default(false).describe('Read every page, not only those that changed'),
    held: z
      .enum(['keep', 'forget', 'put-back'])
      .default('keep')
      .describe('What to do with removed statements that wait for confirmation'),
  }),
  output: z.object({ wikis: z.array(built) }),
  http: { method: 'post', path: '/api/wiki/build' },
})

const diffWiki = operation({
  summary: 'What a build would do: edits that would become memories, and pages that would change',
  input: z.object(whichWiki),
  output: z.object({
    ...wikiName,
    edits: z.array(
      z.object({
        what: z.enum(['create', 'revise', 'forget', 'conflict', 'refused']),
        path,
        anchor: anchor.optional(),
        before: z.string().optional(),
        after: z.string().optional(),
        reason: z.string().optional().describe('Why it is refused, and what to do'),
      }),
    ),
    pages: z
      .array(z.object({ path, before: z.string().optional(), after: z.string().optional() }))
      .describe('Pages that memories changed, without the edits above'),
  }),
  http: { method: 'get', path: '/api/wiki/diff' },
})

const lintWiki = operation({
  summary: 'What is wrong with a wiki, by page and line',
  input: z.object({
    ...whichWiki,
    fix: flagInput.default(false).describe('Repair what can be repaired, then look again'),
  }),
  output: z.object({
    ...wikiName,
    fixed: z.int(),
    findings: z.array(
      z.object({
        kind: z.enum(wikiFindingKinds),
        path,
        line: z.int(),
        what: z.string(),
        canFix: z.boolean(),
      }),
    ),
  }),
  http: { method: 'post', path: '/api/wiki/lint' },
})

const queryWiki = operation({
  summary: 'Answer a question from the pages of a wiki, with citations',
  input: z.object({
    ...whichWiki,
    question: z.string().trim().min(3).max(500),
    keep: flagInput.default(false).describe('Keep the answer as a page of the wiki'),
  }),
  output: z.object({
    ...wikiName,
    citations: z
      .array(z.object({ path, title: z.string(), anchor, text: z.string() }))
      .describe('The statements that answer it, best first; none if the wiki does not know'),
    answer: z
      .object({
        sentences: z.array(z.object({ text: z.string(), cites: z.array(anchor) })),
        model: z.string(),
      })
      .optional()
      .describe('Written by a model from these statements, if wiki.writer names one'),
    unanswered: z.string().optional().describe('Why the model wrote no answer'),
    keptAs: path.optional(),
  }),
  http: { method: 'post', path: '/api/wiki/query' },
})

export const wikiOperations = {
  getWiki,
  getWikiPage,
  saveWikiPage,
  wikiStatus,
  placeWiki,
  buildWiki,
  diffWiki,
  lintWiki,
  queryWiki,
}

export type WikiHandlers = HandlersOf<typeof wikiOperations>
