import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import type { KindRules } from '../../services/kind.ts'
import { tripHref } from '../booking-form/trip-address.ts'
import { TripSheet } from '../booking-form/trip-sheet.tsx'
import { useBookingForm } from '../booking-form/use-booking-form.ts'
import { kindRules } from '../routing/kind-parts.ts'
import { useGo } from '../routing/link.tsx'

type OfferSheetProps = { service: ServiceDetail; onClose: () => void }

/** The first questions of the booking form; its page asks the others. Loaded late. */
export function OfferSheet(props: OfferSheetProps) {
  const rules = kindRules(props.service.kind)
  return rules ? <Choice {...props} rules={rules} /> : null
}

function Choice({ service, rules, onClose }: OfferSheetProps & { rules: KindRules }) {
  const form = useBookingForm({ service, rules })
  const go = useGo()
  return <TripSheet form={form} onClose={onClose} onDone={() => go(tripHref(`${service.href}/booking`, form.draft))} />
}
