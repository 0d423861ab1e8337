import type { MarkType } from 'prosemirror-model'
import { type ReactNode, useState } from 'react'
import { linkAt, setLink } from './commands.ts'
import type { Editing } from './editing.ts'
import { LinkDialog, type LinkTarget } from './link-dialog.tsx'

/** The link of the selection: opened from the toolbar, drawn with `dialog`. */
export function useLink(
  { state, view, run }: Editing,
  mark: MarkType,
  targets: readonly LinkTarget[] = [],
): { open: () => void; isOn: boolean; dialog: ReactNode } {
  const [isOpen, setOpen] = useState(false)
  const href = state ? String(linkAt(state, mark)?.href ?? '') : ''
  const close = () => {
    setOpen(false)
    view?.focus()
  }
  const apply = (attrs: { href: string } | null, words = '') => {
    setOpen(false)
    run(setLink(mark, attrs, words))
  }
  return {
    open: () => setOpen(true),
    isOn: href !== '',
    dialog: isOpen ? (
      <LinkDialog
        href={href}
        asksWords={href === '' && (state?.selection.empty ?? true)}
        targets={targets}
        onSave={(address, words) => apply({ href: address }, words)}
        onRemove={() => apply(null)}
        onClose={close}
      />
    ) : null,
  }
}
