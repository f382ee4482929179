import './button.css'
import type { ButtonHTMLAttributes, MouseEvent } from 'react'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: 'plain' | 'primary' | 'quiet' | 'danger'
  readonly icon?: IconName
  /** Shows that it is busy; it cannot be pressed again. */
  readonly isBusy?: boolean
}

export function Button(props: ButtonProps) {
  const { look = 'plain', icon, isBusy = false, className, children, onClick, ...rest } = props
  return (
    <button
      type="button"
      {...rest}
      className={classNames('button', `button-${look}`, className)}
      aria-busy={isBusy || undefined}
      // Not `disabled`, which would drop the focus.
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? ignore : onClick}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

/** A busy submit button must not submit its form again. */
function ignore(event: MouseEvent): void {
  event.preventDefault()
}

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon'> {
  readonly icon: IconName
  readonly label: string
}

/** For tight spaces; the label is still read by screen readers. */
export function IconButton({ icon, label, className, look = 'quiet', ...rest }: IconButtonProps) {
  return (
    <Button {...rest} look={look} className={classNames('icon-button', className)} title={label}>
      <Icon name={icon} />
      <span className="visually-hidden">{label}</span>
    </Button>
  )
}
