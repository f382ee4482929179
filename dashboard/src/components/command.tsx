import './command.css'
import { useState } from 'react'
import { IconButton } from './button.tsx'

export function Command({ text }: { text: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  return (
    <span className="command">
      <code>{text}</code>
      <IconButton
        icon={isCopied ? 'done' : 'copy'}
        label={isCopied ? 'Copied' : `Copy ${text}`}
        onClick={() => void copy()}
        onBlur={() => setCopied(false)}
      />
    </span>
  )
}
