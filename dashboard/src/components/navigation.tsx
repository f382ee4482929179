import './navigation.css'
import { Link } from '@tanstack/react-router'
import { destinations } from '../navigation.ts'
import { Icon } from './icon.tsx'
import { Keys } from './keys.tsx'

export function Navigation({ onNavigate }: { onNavigate?: () => void }) {
  return (
    <nav className="navigation" aria-label="Views">
      <ul>
        {destinations.map(({ to, label, icon, key }) => (
          <li key={to}>
            <Link
              to={to}
              className="navigation-link"
              activeOptions={{ exact: to === '/', includeSearch: false }}
              {...(onNavigate && { onClick: onNavigate })}
            >
              <Icon name={icon} />
              {label}
              <span className="navigation-keys" aria-hidden="true">
                <Keys keys={`g ${key}`} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
