import { call } from '../../api/call.ts'
import { useChange } from '../../api/operation-hooks.ts'
import { showToast } from '../../components/toast-store.ts'
import { useChangeWithToast } from '../../memory/use-change-with-toast.ts'
import type { Project } from './project.ts'

interface MergedText {
  /** What the toast says; it offers to undo. */
  readonly describe: (into: string) => string
  readonly onClose: () => void
}

/** Merges a project into another, and can take it out again. */
export function useMergeProject(project: Project, { describe, onClose }: MergedText) {
  const { mutate, error, isPending } = useChange('mergeProjects')
  const change = useChangeWithToast()
  const undo = () =>
    change(async () => {
      await call('unmergeProject', { project: project.id })
      showToast(`“${project.name}” is a project of its own again.`)
    })
  const merge = (into: string) =>
    mutate(
      { from: project.id, into },
      {
        onSuccess: ({ name }) => {
          showToast(describe(name), { undo })
          onClose()
        },
      },
    )
  return { merge, error, isPending }
}
