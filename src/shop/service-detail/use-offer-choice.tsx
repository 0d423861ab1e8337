import { type MouseEvent, useEffect, useState } from 'react'
import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import { type Draft, readDraft } from '../booking-form/draft.ts'
import { tripHref } from '../booking-form/trip-address.ts'
import { useSheet } from '../frame/use-sheet.ts'
import { useDates } from '../intl/dates.ts'
import { useText } from '../intl/intl.tsx'
import { kindRules } from '../routing/kind-parts.ts'
import { isPlainClick } from '../routing/link.tsx'

const loadSheet = async () => (await import('./offer-sheet.tsx')).OfferSheet

/**
 * The day and party that this visitor has chosen, for an item whose form is on another page. Known after hydration only,
 * because the page is the same for everybody.
 */
export function useOfferChoice(service: ServiceDetail) {
  const { shortDay, time: timeOf } = useDates()
  const t = useText('booking')
  const { Sheet, isOpen, open, close, ahead } = useSheet(loadSheet)
  const [draft, setDraft] = useState<Draft | null>(null)
  useEffect(() => setDraft(readDraft(service)), [service])
  const form = `${service.href}/booking`
  const canChoose = kindRules(service.kind) !== undefined && service.documents.length === 0
  const people = draft ? draft.adults + draft.children + draft.infants : 0
  return {
    bookingHref: draft ? tripHref(form, draft) : form,
    /** 'Choose a date', or the choice. */
    label: draft?.date
      ? [shortDay(draft.date), draft.time && timeOf(draft.time), t('guestCount', { count: people })]
          .filter(Boolean)
          .join(' · ')
      : t('chooseDate'),
    /** Of a link to the form that opens the sheet where scripts run; null where there is nothing to choose. */
    opens: canChoose
      ? {
          ...ahead,
          'aria-haspopup': draft ? ('dialog' as const) : undefined,
          onClick: (event: MouseEvent) => {
            if (!draft || !isPlainClick(event)) return
            event.preventDefault()
            open()
          },
        }
      : null,
    sheet:
      Sheet && isOpen ? (
        <Sheet
          service={service}
          onClose={() => {
            close()
            setDraft(readDraft(service))
          }}
        />
      ) : null,
  }
}
export type OfferChoice = ReturnType<typeof useOfferChoice>
