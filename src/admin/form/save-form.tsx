import { type ReactNode, useEffect, useRef } from 'react'
import { Badge, Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { joinClasses } from '../../ui/class-names.ts'
import { useUnsaved } from '../lists/use-unsaved.tsx'
import { textOf } from '../text.ts'
import type { Save } from './save.ts'

const t = textOf('form')

type SaveFormProps = {
  save: Save
  isDirty: boolean
  onDiscard: () => void
  saveLabel: string
  /** Disables the button when there is nothing to save. */
  disabled?: boolean | undefined
  /** Set in a tab that unmounts when another one opens: then switching tabs asks too. */
  inTab?: boolean | undefined
  children: ReactNode
}

/**
 * A form that keeps edits until they are saved. A bar shows that there are unsaved edits, and leaving the section or
 * page asks first.
 */
export function SaveForm({ save, isDirty, onDiscard, saveLabel, disabled, inTab, children }: SaveFormProps) {
  const ref = useRef<HTMLFormElement>(null)
  const { question } = useUnsaved(
    isDirty,
    (from, to) => from.pathname !== to.pathname || (inTab === true && tabOf(from) !== tabOf(to)),
  )
  useEffect(() => {
    if (save.attempt > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [save.attempt])
  return (
    <form
      ref={ref}
      noValidate
      className="grid grid-cols-1 gap-5 [&_:is(input,textarea,select,button,a)]:scroll-mt-20 [&_:is(input,textarea,select,button,a)]:scroll-mb-32"
      onSubmit={(event) => {
        event.preventDefault()
        save.run()
      }}
    >
      {children}
      <div
        className={joinClasses(
          'grid grid-cols-1 gap-3 py-3',
          // Sticky only while there is something to save.
          isDirty && 'sticky bottom-0 z-10 -mx-4 border-t border-line bg-surface px-4 sm:mx-0 sm:rounded-lg sm:border',
        )}
      >
        {save.fault ? (
          <Notice tone="danger" role="alert">
            {save.fault}
          </Notice>
        ) : null}
        <div className="flex flex-wrap items-center justify-end gap-2">
          <span role="status" className="me-auto">
            {isDirty ? <Badge tone="warn">{t('unsaved')}</Badge> : null}
          </span>
          {isDirty ? (
            <Button
              variant="quiet"
              onClick={() => {
                onDiscard()
                save.reset()
              }}
            >
              {t('discard')}
            </Button>
          ) : null}
          <Button type="submit" loading={save.isPending} disabled={disabled}>
            {saveLabel}
          </Button>
        </div>
      </div>
      {question}
    </form>
  )
}

const tabOf = ({ search }: { search: unknown }): unknown => (search as { tab?: unknown }).tab
