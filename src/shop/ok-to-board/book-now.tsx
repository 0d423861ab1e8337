import { useId } from 'react'
import { joined } from '../../kernel/messages.ts'
import { bookingSpecs } from '../../services/ok-to-board/booking-specs.ts'
import { Button } from '../../ui/button.tsx'
import { PassCard } from '../../ui/card.tsx'
import { useSay } from '../../ui/say.tsx'
import { FormPromo } from '../booking-form/form-promo.tsx'
import { FormSum } from '../booking-form/form-sum.tsx'
import { CancellationDeadlines } from '../cancellation/deadlines.tsx'
import { useText } from '../intl/intl.tsx'
import { clearanceFields, detailField, documentField } from './clearance-rules.ts'
import type { ClearanceForm } from './use-clearance-form.ts'

/**
 * The price and the button. While something is missing, the button is disabled for sighted and screen-reader users and
 * lists what is missing; pressing it leads there (C150, C151).
 */
export function BookNow({ clearance }: { clearance: ClearanceForm }) {
  const t = useText('okToBoard')
  const booking = useText('booking')
  const id = useId()
  const { form, isReady } = clearance
  return (
    <PassCard
      className="lg:sticky lg:top-20"
      stub={
        <>
          <p id={id} className="text-sm text-ink-2">
            <StillMissing clearance={clearance} />
          </p>
          <Button
            type="submit"
            size="lg"
            block
            className="mt-3"
            aria-disabled={!isReady || undefined}
            aria-describedby={id}
            loading={form.isSending}
            loadingLabel={booking('sending')}
          >
            {booking('bookNow')}
          </Button>
          <p className="mt-3 text-center text-[0.8125rem] text-ink-2">{booking('noChargeYet')}</p>
        </>
      }
    >
      <h3 className="mb-4 text-xl">{t('price')}</h3>
      <FormSum form={form} />
      <FormPromo form={form} />
      <CancellationDeadlines form={form} />
    </PassCard>
  )
}

function StillMissing({ clearance }: { clearance: ClearanceForm }) {
  const say = useSay()
  const t = useText('okToBoard')
  const contact = useText('contactFields')
  const { form, requirements, documents } = clearance
  const labels: Readonly<Record<string, string>> = {
    ...Object.fromEntries(bookingSpecs.map(({ name, label }) => [detailField(name), say(label)])),
    ...Object.fromEntries(requirements.map(({ name, label }) => [documentField(name), say(label)])),
    [detailField('acknowledge_short_notice')]: t('acknowledgement'),
    travel_date: t('departure'),
    customer_email: contact('email'),
    customer_phone: contact('phone'),
  }
  if (documents.isSending) return t('uploading')
  const missing = clearanceFields(requirements).filter((field) => field in form.wrong)
  if (missing.length === 0) return form.now ? t('allThere') : t('missingText')
  return t('stillMissing', { list: say(joined(missing.map((field) => labels[field] ?? field))) })
}
