import { useNavigate } from '@tanstack/react-router'
import { useProjectOptions } from '../../api/project-options.ts'
import { ChipSelect } from '../../components/chip-select.tsx'
import type { WhichWiki } from '../../wiki/which-wiki.ts'

const globalName = 'global'

export function WikiSwitch({ which }: { which: WhichWiki }) {
  const navigate = useNavigate({ from: '/wiki' })
  const projects = useProjectOptions()
  const show = (chosen: string | undefined) =>
    void navigate({
      search: chosen === globalName ? { global: true } : { project: chosen },
      replace: true,
    })
  return (
    <ChipSelect
      label="Project"
      value={which.global ? globalName : which.project}
      options={[...projects, [globalName, 'Global memories'] as const]}
      onChange={show}
    />
  )
}
