/** What memorix keeps, in one database for all projects, or in older files for each. */
import { dirname, join } from 'node:path'
import { objectOf, timeOf } from '../../../core/model/json-values.ts'
import type { SkippedPart } from '../../../core/ports/history-source.ts'
import type {
  ForeignMemorySource,
  ForeignPlace,
  ImportedMemory,
} from '../../../core/ports/memory-source.ts'
import { readSmallJson } from '../../foreign-files/files.ts'
import { countRows, type ForeignRecord, readTables } from '../../foreign-files/foreign-database.ts'
import { kindOf } from '../shared/kinds.ts'
import { isDatabase, locate, toDatabaseItem, toMemoryItem } from '../shared/locate.ts'
import { readExport } from '../shared/read-export.ts'
import { firstText, joinStatement, recordsOf, textsOf } from '../shared/statement.ts'

export const memorix: ForeignMemorySource = {
  name: 'memorix',
  displayName: 'memorix',
  unit: 'observation',
  async discover({ userHome, path }) {
    const folder = join(userHome, '.memorix', 'data')
    const database = join(folder, 'memorix.db')
    const files = await locate(path ?? folder, [database], isStore)
    return files.map((file) =>
      isDatabase(file.path)
        ? toDatabaseItem(file, countRows(file.path, 'observations', 'mini_skills'))
        : toMemoryItem(file, { memories: 0 }),
    )
  },
  async *read({ path }) {
    const projects = await readAliases(dirname(path))
    if (!isDatabase(path)) {
      for (const row of recordsOf(await readExport(path))) yield readObservation(row, projects)
      return
    }
    yield* readTables(path, ['observations'], function* ({ each }) {
      for (const row of each('observations')) yield readObservation(row, projects)
      for (const row of each('mini_skills')) yield readSkill(row, projects)
    })
  },
}

const isStore = (name: string) => name === 'memorix.db' || name === 'observations.json'

type Places = ReadonlyMap<string, ForeignPlace>

/** Which folder and remote each project id stands for. */
async function readAliases(folder: string): Promise<Places> {
  const { groups } = objectOf(await readSmallJson(join(folder, '.project-aliases.json')))
  const places = new Map<string, ForeignPlace>()
  for (const group of recordsOf(groups)) {
    const canonical = firstText(group, 'canonical')
    const [cwd, remote] = [textsOf(group.rootPaths)[0], firstText(group, 'gitRemote')]
    for (const id of [canonical, ...textsOf(group.aliases)]) {
      if (id !== undefined) places.set(id, { kind: 'project', name: canonical, cwd, remote })
    }
  }
  return places
}

function placeOf(row: ForeignRecord, places: Places): ForeignPlace {
  const id = firstText(row, 'projectId')
  if (id === undefined) return { kind: 'unknown' }
  return places.get(id) ?? { kind: 'project', name: id.replace(/^local\//, '') }
}

const importances: Readonly<Record<string, number>> = { core: 0.9, contextual: 0.5, ephemeral: 0.2 }

function readObservation(row: ForeignRecord, places: Places): ImportedMemory | SkippedPart {
  const facts = textsOf(row.facts).filter((fact) => !isMachineMade(fact))
  const content = joinStatement(firstText(row, 'title'), firstText(row, 'narrative'), facts)
  if (content === '') return { skipped: 'empty observation' }
  const createdAt = timeOf(row.createdAt)
  return {
    id: `observation ${row.id} ${createdAt}`,
    origin: `observation ${row.id}`,
    content,
    kind: kindOf(firstText(row, 'type')),
    author: 'other',
    place: placeOf(row, places),
    key: firstText(row, 'topicKey'),
    tags: textsOf(row.concepts),
    keywords: textsOf([row.entityName]),
    files: textsOf(row.filesModified),
    importance: importances[firstText(row, 'valueCategory') ?? ''],
    createdAt,
    updatedAt: timeOf(row.updatedAt),
    isSuperseded: ['resolved', 'archived'].includes(firstText(row, 'status') ?? ''),
    session: firstText(row, 'sessionId'),
  }
}

/** `pnpm → lock.yaml.`, cut from the text by a pattern. */
const isMachineMade = (fact: string) => fact.includes(' → ')

function readSkill(row: ForeignRecord, places: Places): ImportedMemory | SkippedPart {
  const content = joinStatement(
    firstText(row, 'title'),
    firstText(row, 'instruction', 'trigger_desc'),
    textsOf(row.facts),
  )
  if (content === '') return { skipped: 'empty skill' }
  const createdAt = timeOf(row.createdAt)
  return {
    id: `skill ${row.id} ${createdAt}`,
    origin: `skill ${row.id}`,
    content,
    kind: 'procedure',
    author: 'other',
    place: placeOf(row, places),
    tags: textsOf(row.tags),
    createdAt,
    updatedAt: timeOf(row.updatedAt),
  }
}
