import './project-switcher.css'
import { useProjectOptions } from '../api/project-options.ts'
import { Icon } from '../components/icon.tsx'
import { useChooseProject, useShownProject } from './current-project.ts'

/** Shows one project in every view that can, or all. Hidden while there is none to choose. */
export function ProjectSwitcher() {
  const projects = useProjectOptions()
  const shown = useShownProject()
  const choose = useChooseProject()
  if (projects.length === 0) return null
  return (
    <span className="project-switcher">
      <select
        aria-label="Project shown"
        value={shown ?? ''}
        onChange={({ target }) => choose(target.value || undefined)}
      >
        <option value="">All projects</option>
        {projects.map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <Icon name="chevron" size={12} />
    </span>
  )
}
