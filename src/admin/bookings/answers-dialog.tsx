import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldSpec } from '../../services/kind.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choices.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useAction } from '../actions.ts'
import { api } from '../api.ts'
import { textOf } from '../text.ts'
import { AnswerFields, type Values } from './answer-fields.tsx'
import { type Booking, Fault } from './panel.tsx'
import { isSubmitted, SubmittedNotice } from './submitted.tsx'
import { formsOf, isSameForm, TravellerFields, travellerOf } from './traveller-form.tsx'
import { text } from './traveller-names.ts'

const t = textOf('correctAnswers')
type Props = {
  booking: Booking
  /** The answers to correct; empty for the travellers. */
  specs: readonly FieldSpec[]
  onClose: () => void
  onDone: () => void
}

const answersOf = ({ details }: Booking, specs: readonly FieldSpec[]): Values =>
  Object.fromEntries(specs.map(({ name }) => [name, text(details[name])]))

/**
 * Corrects the kind's answers, or the travellers: names, passports and dates. Opened with the booking as it was then: a
 * change by others is refused.
 */
export default function AnswersDialog({ booking, specs, onClose, onDone }: Props) {
  const queries = useQueryClient()
  const isOfTravellers = specs.length === 0
  const [opened] = useState(() => ({
    answers: answersOf(booking, specs),
    forms: isOfTravellers ? formsOf(booking) : [],
    version: booking.version,
  }))
  const [answers, setAnswers] = useState(opened.answers)
  const [forms, setForms] = useState(opened.forms)
  const [isConfirmed, setConfirmed] = useState(false)
  const [tells, setTells] = useState(true)
  const changed = Object.entries(answers).filter(([name, value]) => value !== opened.answers[name])
  const travellers = forms.filter((form, at) => !isSameForm(form, opened.forms[at])).map(travellerOf)
  const asksFirst = isSubmitted(booking)
  const save = useAction(
    async () => {
      const request = {
        bookingId: booking.id,
        version: opened.version,
        is_confirmed: isConfirmed,
        tell_customer: tells,
      }
      const corrected = { ...request, answers: Object.fromEntries(changed), travellers }
      queries.setQueryData(['booking', booking.booking_reference], await api.booking.admin.correctAnswers(corrected))
    },
    { done: t('done'), failed: t('failed') },
    onDone,
    onClose,
  )
  const isSame = changed.length === 0 && travellers.length === 0
  return (
    <Dialog
      open
      onClose={onClose}
      keepOnOutsidePress
      title={t(isOfTravellers ? 'travellers' : 'title')}
      closeLabel={t('close')}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('keep')}
          </Button>
          <Button disabled={isSame || (asksFirst && !isConfirmed)} loading={save.isPending} onClick={save.run}>
            {t('submit')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {asksFirst ? <SubmittedNotice isConfirmed={isConfirmed} onConfirm={setConfirmed} /> : null}
        <AnswerFields
          {...{ specs, values: answers, errors: save.errors }}
          onChange={(name, value) => setAnswers((now) => ({ ...now, [name]: value }))}
        />
        {forms.map((form, at) => (
          <TravellerFields
            key={form.position}
            {...{ form, errors: save.errors }}
            onChange={(next) => setForms((now) => now.with(at, next))}
          />
        ))}
        <Checkbox
          label={t('tell')}
          hint={t('tellHint')}
          checked={tells}
          onChange={(event) => setTells(event.target.checked)}
        />
        <Fault fault={save.fault} />
      </div>
    </Dialog>
  )
}
