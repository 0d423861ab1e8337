import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { textOf } from '../text.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { holdUnsaved } from './unsaved.ts'

const t = textOf('lists')
type Place = { readonly pathname: string; readonly search: unknown }

/**
 * Asks before unsaved edits are lost: when changing section, closing the tab, or calling `leave`. The owner renders
 * `question`. `isLeaving` decides which navigations count; by default all do.
 */
export function useUnsaved(
  isDirty: boolean,
  isLeaving: (from: Place, to: Place) => boolean = () => true,
): {
  leave: (go: () => void) => void
  question: ReactNode
} {
  const [waiting, setWaiting] = useState<{ go: () => void } | null>(null)
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && isLeaving(current, next),
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  useEffect(() => (isDirty ? holdUnsaved() : undefined), [isDirty])
  const isAsked = waiting !== null || blocker.status === 'blocked'
  const stay = () => {
    setWaiting(null)
    if (blocker.status === 'blocked') blocker.reset()
  }
  const discard = () => {
    setWaiting(null)
    waiting?.go()
    if (blocker.status === 'blocked') blocker.proceed()
  }
  return {
    leave: (go) => (isDirty ? setWaiting({ go }) : go()),
    question: isAsked ? (
      <ConfirmDialog title={t('unsaved')} confirm={t('discard')} onConfirm={discard} onClose={stay}>
        <p>{t('unsavedHint')}</p>
      </ConfirmDialog>
    ) : null,
  }
}
