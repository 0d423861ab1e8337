import { type FormEvent, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { BookingBadge } from '../booking-view/booking-badges.tsx'
import { readProblem, type ShopApi } from '../client/api.ts'
import { useShop } from '../client/context.tsx'
import { useChrome } from '../client/use-chrome.tsx'
import { NoMail } from '../form/no-mail.tsx'
import { NoScript } from '../form/no-script.tsx'
import { useDates } from '../intl/dates.ts'
import { useText } from '../intl/intl.tsx'
import { ShopLink } from '../routing/link.tsx'

type Bookings = Awaited<ReturnType<ShopApi['booking']['finishRecovery']>>['items']

/** Finds bookings by email or phone and a code that is mailed to the address of the booking. A shop without mail cannot. */
export function LostReference() {
  const t = useText('myBooking')
  const { api } = useShop()
  const { sendsMail } = useChrome()
  const [recovery, setRecovery] = useState<{ recovery_id: string; minutes: number } | null>(null)
  const [bookings, setBookings] = useState<Bookings | null>(null)
  if (bookings) return <RecoveredBookings bookings={bookings} />
  if (!sendsMail) return <NoMail />
  if (!recovery)
    return (
      <StepForm
        key="contact"
        label={t('lost.contact')}
        hint={t('lost.contactHint')}
        missing={t('lost.contactMissing')}
        button={t('lost.send')}
        field={{ autoComplete: 'email', maxLength: 254 }}
        onSend={async (contact) => setRecovery(await api.booking.startRecovery({ contact }))}
      />
    )
  const { recovery_id: recoveryId, minutes } = recovery
  return (
    <div className="grid gap-4">
      <p role="status">{t('lost.sent', { minutes })}</p>
      <StepForm
        key="code"
        label={t('lost.code')}
        missing={t('lost.codeMissing')}
        button={t('lost.find')}
        field={{ autoComplete: 'one-time-code', inputMode: 'numeric', maxLength: 12, dir: 'ltr' }}
        onSend={async (code) => setBookings((await api.booking.finishRecovery({ recoveryId, code })).items)}
      />
      <Button variant="quiet" className="justify-self-start" onClick={() => setRecovery(null)}>
        {t('lost.again')}
      </Button>
    </div>
  )
}

type StepFormProps = {
  label: string
  hint?: string
  missing: string
  button: string
  field: Parameters<typeof TextInput>[0]
  onSend: (value: string) => Promise<void>
}

function StepForm({ label, hint, missing, button, field, onSend }: StepFormProps) {
  const t = useText('myBooking')
  const input = useRef<HTMLInputElement>(null)
  const running = useRef(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (running.current) return
    const value = input.current?.value.trim() ?? ''
    setError(value ? '' : missing)
    if (!value) return input.current?.focus()
    running.current = true
    setBusy(true)
    try {
      await onSend(value)
    } catch (thrown) {
      setError(readProblem(thrown).message || t('lost.failed'))
      input.current?.focus()
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return (
    <form method="post" onSubmit={send} noValidate className="grid gap-4">
      <NoScript />
      <Field label={label} hint={hint} error={error || undefined} required>
        <TextInput ref={input} {...field} />
      </Field>
      <Button type="submit" className="justify-self-start" loading={isBusy} loadingLabel={t('lost.busy')}>
        {button}
      </Button>
    </form>
  )
}

function RecoveredBookings({ bookings }: { bookings: Bookings }) {
  const { shortDayAndYear } = useDates()
  const t = useText('myBooking')
  return (
    <section aria-labelledby="found-bookings">
      <h3 id="found-bookings" className="mb-3">
        {t('lost.found')}
      </h3>
      <ul className="grid gap-3">
        {bookings.map((each) => (
          <li key={each.id} className="rounded-lg border border-line bg-surface p-4">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <bdi className="text-sm text-ink-2 tabular-nums">{each.booking_reference}</bdi>
              <BookingBadge status={each.booking_status} />
            </div>
            <p className="mt-1 font-semibold wrap-anywhere">
              <ShopLink
                href={each.href}
                className="text-primary-strong underline underline-offset-4"
                lang={each.languages?.service_title}
              >
                {each.service_title}
              </ShopLink>
            </p>
            {each.travel_date ? <p className="text-sm text-ink-2">{shortDayAndYear(each.travel_date)}</p> : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
