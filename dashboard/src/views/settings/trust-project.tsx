import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { ErrorNote } from '../../components/error-note.tsx'
import type { Project } from './project.ts'
import { useMergeProject } from './use-merge-project.ts'

interface TrustProjectProps {
  readonly project: Project
  readonly claims: NonNullable<Project['claims']>
  readonly onClose: () => void
}

/** Confirms that a folder is the project it says it is, as `throughline projects trust` does. */
export function TrustProject({ project, claims, onClose }: TrustProjectProps) {
  const describe = (name: string) => `The folder belongs to “${name}” now.`
  const { merge, error, isPending } = useMergeProject(project, { describe, onClose })
  return (
    <Dialog
      title={`Trust ${project.name}?`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" isBusy={isPending} onClick={() => merge(claims.id)}>
            Trust
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>
          This folder says it is <code>{claims.identity}</code>, but shares no history with it:
        </p>
        <p>
          <code>{project.root ?? project.identity}</code>
        </p>
        <p>
          Trust it only if you know where it comes from. Agents that work there then get the
          memories of “{claims.name}”, and its own sessions and memories move there. For ten seconds
          you can undo it here, later with <code>throughline projects unmerge</code>.
        </p>
        {error && <ErrorNote error={error} />}
      </div>
    </Dialog>
  )
}
