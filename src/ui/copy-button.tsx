import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button, type ButtonSize, type ButtonVariant } from './button.tsx'

export type CopyButtonProps = {
  /** The text to copy. */
  value: string
  /** Readable alone: 'Copy reference'. */
  label: string
  /** Shown and announced for two seconds: 'Copied!'. */
  copiedLabel: string
  /** Only the icon is drawn until it is pressed. */
  iconOnly?: boolean | undefined
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  onCopied?: (() => void) | undefined
}

export function CopyButton({ value, label, copiedLabel, iconOnly, variant, size = 'sm', onCopied }: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    if (!(await writeToClipboard(value))) return
    setCopied(true)
    onCopied?.()
  }
  const showsWord = copied || !iconOnly
  return (
    <span className="copy">
      <Button
        variant={variant ?? 'quiet'}
        size={size}
        iconOnly={!showsWord}
        aria-label={showsWord ? undefined : label}
        icon={copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
        onClick={copy}
      >
        {showsWord ? (copied ? copiedLabel : label) : null}
      </Button>
      <span role="status" className="sr-only">
        {copied ? copiedLabel : ''}
      </span>
    </span>
  )
}

/** The clipboard API exists on https only; a shop in a local network copies the old way. */
async function writeToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const area = document.createElement('textarea')
    area.value = text
    area.setAttribute('readonly', '')
    area.className = 'sr-only'
    document.body.append(area)
    area.select()
    const done = document.execCommand('copy')
    area.remove()
    return done
  }
}
