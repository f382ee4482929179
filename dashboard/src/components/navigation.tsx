import './navigation.css'
import { Link } from '@tanstack/react-router'
import { destinations, searchFor } from '../navigation.ts'
import { useCurrentProject } from '../project/current-project.ts'
import { Icon } from './icon.tsx'
import { Keys } from './keys.tsx'
import { ReviewBadge } from './review-badge.tsx'

export function Navigation({ onNavigate }: { onNavigate?: () => void }) {
  const project = useCurrentProject()
  return (
    <nav className="navigation" aria-label="Views">
      <ul>
        {destinations.map((destination) => (
          <li key={destination.to}>
            <Link
              to={destination.to}
              search={searchFor(destination, project)}
              className="navigation-link"
              activeOptions={{ exact: destination.to === '/', includeSearch: false }}
              {...(onNavigate && { onClick: onNavigate })}
            >
              <Icon name={destination.icon} />
              {destination.label}
              {destination.to === '/review' && <ReviewBadge project={project} />}
              <span className="navigation-keys" aria-hidden="true">
                <Keys keys={`g ${destination.key}`} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
