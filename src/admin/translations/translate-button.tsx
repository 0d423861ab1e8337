import { Languages } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { textOf } from '../text.ts'
import type { TextSource } from './sources.ts'
import { TranslateDialog } from './translate-dialog.tsx'

const t = textOf('translations')

/** Opens the translations of what is stored; what is typed in a form stays. `name`: of one entry among several. */
export function TranslateButton({ source, name }: { source: TextSource; name?: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="quiet"
        size={name === undefined ? 'md' : 'sm'}
        aria-label={name === undefined ? undefined : t('openNamed', { name })}
        onClick={() => setOpen(true)}
      >
        <Languages aria-hidden="true" /> {t('open')}
      </Button>
      {isOpen ? <TranslateDialog source={source} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
