/** The operations that trace commits and files to the sessions behind them. */
import { ThroughlineError } from '../../contract/errors.ts'
import type { OperationHandlers, OutputOf } from '../../contract/operations/index.ts'
import type { ScopePorts } from '../memory/scope.ts'
import { isAbsolutePath } from '../model/folder-path.ts'
import type { CommitStore } from '../ports/commit-store.ts'
import type { ProjectStore } from '../ports/projects.ts'
import type { Redactor } from '../ports/redactor.ts'
import type {
  Commit,
  CommitReader,
  FindLastChanges,
  Repository,
  RepositoryReader,
} from '../ports/repository.ts'
import type { Clock } from '../ports/runtime.ts'
import { quoteName, safeText } from '../text/safe-text.ts'
import { shorten } from '../text/shorten.ts'
import { findWorkBehind, type WorkPorts } from './work-behind.ts'

export interface CommitOperationPorts extends WorkPorts {
  readonly commits: Pick<CommitStore, 'findMany'>
  readonly projects: Pick<ProjectStore, 'find'>
  readonly repositories: RepositoryReader
  readonly commitReader: Pick<CommitReader, 'read' | 'changedFiles' | 'formerChanges'>
  readonly findLastChanges: FindLastChanges
  readonly projectOf: ScopePorts['projectOf']
  readonly redactor: Redactor
  readonly clock: Clock
}

type Traced = OutputOf<'traceCommit'>

/** As far as they are compared and shown. */
const mostFiles = 30
const mostSubjectCharacters = 200

export function createCommitOperations(
  ports: CommitOperationPorts,
): Pick<OperationHandlers, 'traceCommit' | 'blame'> {
  return {
    async traceCommit({ commit: given, folder }) {
      const [stored] = await ports.commits.findMany([given])
      const root = stored ? (await ports.projects.find(stored.projectId))?.root : folder
      const repository = root === undefined ? undefined : await ports.repositories.read(root)
      if (root === undefined || !repository) throw noRepository(root)
      const name = stored?.hash ?? (given === 'head' ? (repository.commit ?? '') : given)
      const commit = await ports.commitReader.read(repository.commonDir, name)
      if (!commit) throw noCommit(given)
      return traceCommit(commit, { repository, folder: root }, ports)
    },
    async blame({ file, line, limit, folder }) {
      const path = isAbsolutePath(file) ? file : `${folder ?? ''}/${file}`
      if (!isAbsolutePath(path)) throw noRepository(folder)
      const found = await ports.findLastChanges(path, { line, limit })
      if (!found) throw noRepository(path)
      if (found.kind === 'past-end') {
        const lines = found.lines === 1 ? '1 line' : `${found.lines} lines`
        throw new ThroughlineError('invalid-input', `${quoteName(found.path)} has ${lines}`)
      }
      if (found.kind === 'no-text') {
        const hint = 'without a line, blame names the last commits of any file'
        throw new ThroughlineError('invalid-input', `${quoteName(found.path)} is no text`, { hint })
      }
      const place = { repository: found, folder: found.root }
      if (found.kind === 'untracked') {
        const uncommitted = await traceUncommitted(found.path, undefined, place, ports)
        if (uncommitted.sessions.length === 0) throw untracked(found.path)
        return { file: found.path, uncommitted, commits: [] }
      }
      const { changes, isUncommitted, lastCommittedAt, cutOff } = found
      const commits = []
      for (const { commit, path: then } of changes) {
        const formerly = then === found.path ? {} : { formerly: then }
        commits.push({ ...(await traceCommit(commit, place, ports)), ...formerly })
      }
      return {
        file: found.path,
        ...(isUncommitted && {
          uncommitted: await traceUncommitted(found.path, lastCommittedAt, place, ports),
        }),
        commits,
        ...(cutOff && { cutOff: { ...cutOff, reached: cutOff.reached.toISOString() } }),
      }
    },
  }
}

interface Place {
  readonly repository: Pick<Repository, 'root' | 'commonDir'>
  readonly folder: string
}

async function traceCommit(
  commit: Commit,
  { repository: { root, commonDir }, folder }: Place,
  ports: CommitOperationPorts,
): Promise<Traced> {
  const { commitReader, redactor } = ports
  const changed = await commitReader.changedFiles(commonDir, [commit.id], mostFiles)
  const files = changed.get(commit.id) ?? []
  const former = await commitReader.formerChanges(commonDir, commit.id, files)
  const subject = commit.message.trim().split('\n')[0] ?? ''
  const projectId = await projectOf(folder, ports)
  const { id, committedAt } = commit
  const work = projectId
    ? await findWorkBehind(
        {
          ...{ projectId, root, until: commit.authoredAt },
          files: new Map(files.map((file) => [file, former.get(file)])),
          commit: { id, subject, committedAt },
        },
        ports,
      )
    : nothing
  const { redact } = redactor.forEvent()
  return {
    commit: {
      hash: id,
      subject: shorten(safeText(redact(subject)), mostSubjectCharacters),
      author: quoteName(redact(commit.author.name)),
      at: commit.authoredAt.toISOString(),
      files: files.map(redact),
    },
    ...work,
  }
}

const nothing = { sessions: [], isPartial: false }

/** @param since when the file was last committed */
async function traceUncommitted(
  file: string,
  since: Date | undefined,
  { repository, folder }: Place,
  ports: CommitOperationPorts,
) {
  const projectId = await projectOf(folder, ports)
  if (projectId === undefined) return nothing
  const { root } = repository
  const question = { projectId, root, files: new Map([[file, since]]), until: ports.clock.now() }
  return findWorkBehind(question, ports)
}

async function projectOf(folder: string, ports: CommitOperationPorts): Promise<string | undefined> {
  const here = await ports.projectOf(folder, { register: false })
  return here.kind === 'project' ? here.id : undefined
}

function noRepository(place: string | undefined): ThroughlineError {
  const message = `there is no git repository that can be read at "${place ?? ''}"`
  return new ThroughlineError('not-found', message, {
    hint: 'run it in a folder of the repository',
  })
}

function noCommit(given: string): ThroughlineError {
  return new ThroughlineError('not-found', `this repository has no commit "${given}"`, {
    hint: 'type more of the hash if several begin like this',
  })
}

function untracked(file: string): ThroughlineError {
  const message = `${quoteName(file)} is in no commit, and no session edited it`
  return new ThroughlineError('not-found', message, { hint: 'check the path' })
}
