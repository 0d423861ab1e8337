import texts from 'shop-messages:bookingFacts'
import { MessageCircleQuestion } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { joined } from '../../kernel/messages.ts'
import { Button } from '../../ui/button.tsx'
import { useSay } from '../../ui/say.tsx'
import type { AskedItem } from '../enquiry/enquiry-form.tsx'
import { showProblem } from '../form/problem-toast.ts'
import { addMessages, useText } from '../intl/intl.tsx'
import type { BookingForm } from './use-booking-form.ts'

addMessages(texts)

type Loaded = { readonly Dialog: ComponentType<{ item: AskedItem; onClose: () => void }> }

/** For items on request: a message to the agency instead of a booking, where no departure suits. */
export function AskForDates({ form: { service, draft } }: { form: BookingForm }) {
  const t = useText('groups')
  const facts = useText('bookingFacts')
  const booking = useText('booking')
  const say = useSay()
  const [view, setView] = useState<Loaded | 'loading' | null>(null)
  if (service.details.on_request !== true) return null
  const people = [
    facts('adults', { count: draft.adults }),
    ...(draft.children > 0 ? [facts('children', { count: draft.children })] : []),
    ...(draft.infants > 0 ? [facts('infants', { count: draft.infants })] : []),
  ]
  const open = () => {
    setView('loading')
    import('../enquiry/ask-dialog.tsx').then(
      ({ AskDialog: Dialog }) => setView({ Dialog }),
      () => {
        setView(null)
        showProblem(booking('stepFailedTitle'), booking('stepFailedText'))
      },
    )
  }
  return (
    <div className="mt-4">
      <p className="text-sm text-ink-2">{t('noneSuits')}</p>
      <Button
        variant="secondary"
        size="sm"
        className="mt-2"
        aria-haspopup="dialog"
        icon={<MessageCircleQuestion aria-hidden="true" />}
        loading={view === 'loading'}
        onClick={open}
      >
        {t('ask')}
      </Button>
      {view && view !== 'loading' ? (
        <view.Dialog
          item={{ id: service.id, title: service.title, travellers: say(joined(people)) }}
          onClose={() => setView(null)}
        />
      ) : null}
    </div>
  )
}
