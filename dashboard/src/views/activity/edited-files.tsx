import { Link } from '@tanstack/react-router'
import type { OutputOf } from '../../api/call.ts'
import { Card } from '../../components/view.tsx'
import { count, number } from '../../wording/amounts.ts'

type EditedFile = OutputOf<'getHotspots'>['files'][number]

interface EditedFilesProps {
  readonly files: readonly EditedFile[]
  readonly isOfProject: boolean
}

/** Bars as long as the work on a file, tinted by what is remembered about it: pale is a bare spot. */
export function EditedFiles({ files, isOfProject }: EditedFilesProps) {
  const most = Math.max(...files.map(({ turns }) => turns), 1)
  const bare = files.filter(({ memories }) => memories === 0).length
  return (
    <Card title="Files edited most">
      <p className="activity-summary">
        {files.length === 0
          ? 'No file was edited in this period.'
          : `${number(bare)} of ${number(files.length)} without a memory. The darker a bar, the more an agent gets when it opens the file.`}
      </p>
      <ul className="edited-files">
        {files.map((file) => (
          <li key={`${file.project?.id} ${file.path}`}>
            <div className="edited-file-name">
              <span className="mono truncate" title={file.path}>
                <bdi>{file.path}</bdi>
              </span>
              {!isOfProject && file.project && <span className="quiet">{file.project.name}</span>}
            </div>
            <div className="edited-file-bar" aria-hidden="true">
              <span
                className={`is-known-${Math.min(3, file.memories)}`}
                style={{ width: `${(100 * file.turns) / most}%` }}
              />
            </div>
            <span className="edited-file-facts">
              {count(file.turns, 'edit')} in {count(file.sessions, 'session')} ·{' '}
              {file.memories === 0 ? (
                <span className="quiet">no memory</span>
              ) : (
                <Link
                  to="/memories"
                  search={{ text: nameOf(file.path), project: file.project?.id }}
                >
                  {count(file.memories, 'memory', 'memories')}
                </Link>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)
