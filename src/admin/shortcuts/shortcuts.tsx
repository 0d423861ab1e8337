import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { createContext, type ReactNode, use, useMemo, useState } from 'react'
import type { Profile } from '../../modules/account/contract.ts'
import { Button } from '../../ui/button.tsx'
import { moreSections } from '../sections.ts'
import { textOf } from '../text.ts'
import { HelpDialog } from './help-dialog.tsx'
import { sectionsOf } from './keys.ts'
import { Palette } from './palette.tsx'
import { followKey, useKeys } from './use-keys.ts'

const t = textOf('shortcuts')
const OpenPalette = createContext<() => void>(() => {})

export function Shortcuts({ user, children }: { user: Profile; children: ReactNode }) {
  const navigate = useNavigate()
  const [shown, setShown] = useState<'palette' | 'help' | null>(null)
  const sections = useMemo(() => sectionsOf(user.areas, moreSections), [user.areas])
  useKeys(sections, (action) => {
    if (action.kind === 'go') void navigate({ to: action.section.href })
    else if (action.kind === 'palette' || action.kind === 'help') setShown(action.kind)
    else followKey(action.kind)
  })
  const close = () => setShown(null)
  return (
    <OpenPalette value={() => setShown('palette')}>
      {children}
      <Palette open={shown === 'palette'} onClose={close} onHelp={() => setShown('help')} sections={sections} />
      <HelpDialog open={shown === 'help'} onClose={close} sections={sections} />
    </OpenPalette>
  )
}

export function PaletteButton({ isSign = false }: { isSign?: boolean }) {
  const press = use(OpenPalette)
  if (isSign)
    return (
      <Button variant="quiet" iconOnly aria-label={t('paletteTitle')} onClick={press} className="ms-auto">
        <Search aria-hidden="true" />
      </Button>
    )
  return (
    <button
      type="button"
      onClick={press}
      className="mb-3 flex min-h-11 flex-none items-center gap-3 rounded-sm border border-line px-3 text-start text-ink-2 hover:bg-sunken"
    >
      <Search aria-hidden="true" className="size-5 flex-none" />
      <span className="grow">{t('goTo')}</span>
      <span aria-hidden="true" className="flex gap-1">
        <kbd className="kbd">{t('control')}</kbd>
        <kbd className="kbd">K</kbd>
      </span>
    </button>
  )
}
