import { lazy } from 'react'
import { textOf } from '../text.ts'
import { correctableSpecs, useAnswerSpecs } from './answer-specs.ts'
import { DialogButton } from './dialog-button.tsx'
import type { Booking } from './panel.tsx'

const AnswersDialog = lazy(() => import('./answers-dialog.tsx'))
const t = textOf('correctAnswers')
type Props = { booking: Booking; onDone: () => void }

/** Opens the dialog that corrects names, passports and dates of the travellers. */
export const TravellersButton = (props: Props) => <Opener {...props} specs={[]} label={t('openTravellers')} />

/** Opens the dialog that corrects the kind's own answers. Nothing for a kind that asks nothing. */
export function AnswersButton({ booking, onDone }: Props) {
  const specs = correctableSpecs(useAnswerSpecs(booking.service_type), booking)
  return specs.length === 0 ? null : <Opener {...{ booking, onDone, specs }} label={t('open')} />
}

type OpenerProps = Props & { specs: ReturnType<typeof correctableSpecs>; label: string }
const Opener = ({ booking, onDone, specs, label }: OpenerProps) =>
  booking.booking_status === 'cancelled' ? null : (
    <DialogButton label={label}>
      {(close) => <AnswersDialog {...{ booking, specs, onDone }} onClose={close} />}
    </DialogButton>
  )
