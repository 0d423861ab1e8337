import { type FormEvent, useId, useState } from 'react'
import { dateIn } from '../../kernel/dates.ts'
import { Field } from '../../ui/field.tsx'
import { useSay } from '../../ui/say.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { controlId } from '../booking-form/control-id.ts'
import { useFixed } from '../booking-form/wanted.tsx'
import { FirstTapHint, leadTo, useFirstTap } from '../form/first-tap.tsx'
import { showProblem } from '../form/problem-toast.ts'
import { useNow } from '../intl/dates.ts'
import { useText } from '../intl/intl.tsx'
import { useMailText } from '../intl/mail-text.ts'
import type { ContactDraft } from './draft.ts'
import { ReachFields } from './reach-fields.tsx'
import { ApplicationSum } from './selection-step.tsx'
import { StepFoot } from './step-foot.tsx'
import type { Application } from './use-application.ts'
import { contactObjections, hasContact } from './wizard-rules.ts'

/** The contact; books once, and leads to the payment (C094-C097). */
export function ContactStep({ application, onNext }: { application: Application; onNext: () => void }) {
  const say = useSay()
  const t = useMailText('visa')
  const optional = useText('frame')('optional')
  const id = useId()
  const now = useNow()
  const { draft, service } = application
  const { contact } = draft
  const [hasTried, setTried] = useState(false)
  const tap = useFirstTap()
  const isBarred = !hasContact(draft)
  const wrong = contactObjections(draft, t('contact.nameMissing'), say)
  const errors = { ...application.serverErrors, ...(hasTried && wrong) }
  const set = (next: Partial<ContactDraft>) =>
    application.change((known) => ({ ...known, contact: { ...known.contact, ...next } }))
  useFixed({ errors })
  const focus = (field: string) =>
    leadTo(document.getElementById(controlId(id, field === 'phone' ? 'customer_phone' : field)))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const missing = [
      ...(contact.name.trim() === '' ? ['name'] : []),
      ...(contact.email.trim() === '' ? ['email'] : []),
      ...(contact.phone.trim() === '' ? ['phone'] : []),
    ]
    if (missing[0] && !hasTried && tap.leads(() => focus(missing[0] ?? ''))) return
    setTried(true)
    if (isBarred) {
      showProblem(t('contactTitle'), t('contactText'))
      return focus(contact.email.trim() === '' ? 'email' : 'phone')
    }
    const [first] = Object.keys(wrong)
    if (first) return focus(first)
    if (await application.book()) onNext()
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <p className="text-ink-2">{t('contact.intro')}</p>
      <fieldset disabled={draft.booked !== null} className="grid gap-4">
        <legend className="sr-only">{t('steps.contact')}</legend>
        <Field id={controlId(id, 'name')} label={t('contact.name')} error={errors.name} required>
          <TextInput
            autoComplete="name"
            maxLength={200}
            value={contact.name}
            onChange={(event) => set({ name: event.currentTarget.value })}
          />
        </Field>
        <ReachFields id={id} application={application} errors={errors} isPhoneRequired />
        <Field
          id={controlId(id, 'travelDate')}
          label={t('contact.travelDate')}
          error={errors.travelDate}
          optionalLabel={optional}
        >
          <TextInput
            type="date"
            min={now ? dateIn(service.schedule.timeZone, now) : undefined}
            value={contact.travelDate}
            onChange={(event) => set({ travelDate: event.currentTarget.value })}
          />
        </Field>
      </fieldset>
      <ApplicationSum application={application} />
      <FirstTapHint text={t('firstTap')} isShown={tap.hasLed && !hasTried && Object.keys(wrong).length > 0} />
      <StepFoot label={t('submit')} isBarred={isBarred} isBusy={application.isSending} busyLabel={t('sending')} />
    </form>
  )
}
