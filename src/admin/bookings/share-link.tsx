import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { api, readFault } from '../api.ts'
import { textOf } from '../text.ts'
import { dateTime } from '../written.ts'
import { type Booking, Fault } from './panel.tsx'

const t = textOf('shareLink')
type Props = { booking: Booking; page: 'tracker' | 'documents' }

/** A link of the customer. Requested on demand, because the audit log records who takes one. */
export function ShareLink({ booking, page }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const link = useMutation({ mutationFn: () => api.booking.admin.shareLink({ bookingId: booking.id, page }) })
  const isKnown = link.data !== undefined
  useEffect(() => {
    // The button that requested it no longer exists, so move the focus here.
    if (isKnown) field.current?.focus({ preventScroll: true })
  }, [isKnown])
  if (!link.data)
    return (
      <div className="grid justify-items-start gap-2">
        <Button variant="secondary" size="sm" loading={link.isPending} onClick={() => link.mutate()}>
          {t(`get.${page}`)}
        </Button>
        <Fault fault={link.error && (readFault(link.error).message || t('failed'))} />
      </div>
    )
  return (
    <div className="grid grid-cols-1 gap-2">
      <Field label={t(`label.${page}`)} hint={t('hint', { at: dateTime(link.data.opensUntil) })}>
        <TextInput readOnly dir="ltr" ref={field} value={link.data.url} onFocus={(event) => event.target.select()} />
      </Field>
      <div>
        <CopyButton value={link.data.url} label={t('copy')} copiedLabel={t('copied')} variant="secondary" />
      </div>
    </div>
  )
}
