import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { dateIn } from '../../kernel/dates.ts'
import type { TravelLimits } from '../../services/shared/travellers.ts'
import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { readProblem } from '../client/api.ts'
import { useShop } from '../client/context.tsx'
import { type BookingAccess, paperworkQuery } from '../client/queries.ts'
import { clearProblem, showProblem } from '../form/problem-toast.ts'
import { useNow } from '../intl/dates.ts'
import { useText } from '../intl/intl.tsx'
import { emptyTraveller, type TravellerDraft } from '../visa-wizard/draft.ts'
import { TravellerFields } from '../visa-wizard/traveller-fields.tsx'
import { useTravellerWords } from '../visa-wizard/use-traveller-words.ts'
import { checkTraveller, travellerOf } from '../visa-wizard/wizard-rules.ts'
import { DocumentList } from './document-list.tsx'
import { type Paperwork, type Person, PersonBadge, usePersonName } from './traveller-links.tsx'

type PersonFormProps = {
  access: BookingAccess
  paperwork: Paperwork
  person: Person
  /** False below a heading that names the traveller. */
  isTitled?: boolean
}

/** One traveller: details first, then documents. What was uploaded can be replaced but not viewed. */
export function PersonForm({ access, paperwork, person, isTitled = true }: PersonFormProps) {
  const t = useText('documents')
  const nameOf = usePersonName()
  const name = nameOf(person, paperwork)
  const [isChanging, setChanging] = useState(false)
  const isForm = person.travelerId === null || isChanging
  return (
    <>
      <section aria-label={t('details')} className="grid gap-4 rounded-lg border border-line bg-surface p-4">
        {isTitled ? (
          <div className="flex flex-wrap items-center gap-3">
            <h2 className="min-w-0 flex-1 text-xl wrap-anywhere">
              <bdi>{name}</bdi>
            </h2>
            <PersonBadge person={person} />
          </div>
        ) : null}
        {isForm && paperwork.isOpen ? (
          <DetailsForm access={access} paperwork={paperwork} person={person} onSaved={() => setChanging(false)} />
        ) : null}
        {!isForm && paperwork.isOpen ? (
          <Button variant="secondary" className="justify-self-start" onClick={() => setChanging(true)}>
            {t('change')}
          </Button>
        ) : null}
      </section>
      {person.travelerId ? (
        <DocumentList
          access={access}
          paperwork={paperwork}
          travelerId={person.travelerId}
          title={t('documents')}
          isOpen={paperwork.isOpen}
        />
      ) : (
        <p className="text-ink-2">{t('saveFirst')}</p>
      )}
    </>
  )
}

type DetailsFormProps = { access: BookingAccess; paperwork: Paperwork; person: Person; onSaved: () => void }

function DetailsForm({ access, paperwork, person, onSaved }: DetailsFormProps) {
  const t = useText('documents')
  const id = useId()
  const now = useNow()
  const { time_zone, max_stay_days, needs_passport_expiry: needsPassportExpiry } = paperwork
  const today = now && dateIn(time_zone, now)
  const limits = today && max_stay_days !== null ? { today, maxStayDays: max_stay_days, needsPassportExpiry } : null
  const saving = useSaving({ access, person, onSaved }, limits)
  const [form, setForm] = useState<TravellerDraft>(emptyTraveller)
  const { errors, attempt } = saving
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void saving.save(form)
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <ErrorSummary
        atFields
        title={t('failedTitle')}
        errors={Object.entries(errors).map(([field, message]) => ({ controlId: `${id}-${field}`, message }))}
        attempt={attempt}
      />
      {saving.failure ? (
        <Notice tone="danger" role="alert" title={t('failedTitle')}>
          {saving.failure}
        </Notice>
      ) : null}
      <TravellerFields
        id={id}
        form={form}
        onChange={(next) => setForm((known) => ({ ...known, ...next }))}
        errors={errors}
        limits={limits}
      />
      <Button type="submit" size="lg" loading={saving.isSaving} loadingLabel={t('saving')}>
        {t('save')}
      </Button>
    </form>
  )
}

type Saving = Pick<DetailsFormProps, 'access' | 'person' | 'onSaved'>

function useSaving({ access: { bookingId, token }, person, onSaved }: Saving, limits: TravelLimits | null) {
  const t = useText('documents')
  const visa = useText('visa')
  const words = useTravellerWords()
  const { api } = useShop()
  const queryClient = useQueryClient()
  const isBusy = useRef(false)
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState('')
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [attempt, setAttempt] = useState(0)
  const refuse = (fieldErrors: Readonly<Record<string, string>>) => {
    setErrors(fieldErrors)
    setAttempt((count) => count + 1)
  }
  const save = async (form: TravellerDraft) => {
    if (isBusy.current) return
    clearProblem()
    setFailure('')
    setErrors({})
    const type = person.type === 'adult' ? 'adult' : 'child'
    const check = checkTraveller(form, type, [], { words, limits })
    if (Object.keys(check.errors).length > 0) {
      refuse(check.errors)
      if (check.isIncomplete) showProblem(visa('incompleteTitle'), visa('incompleteText'))
      else showProblem(visa('checkTitle'))
      return
    }
    isBusy.current = true
    setSaving(true)
    try {
      const traveller = { ...travellerOf(form, type) }
      await api.booking.saveTraveller({ bookingId, ...(token && { token }), position: person.position, traveller })
      await queryClient.invalidateQueries(paperworkQuery(api, { bookingId, token }))
      showToast({ tone: 'success', title: t('savedTitle'), description: t('saved') })
      onSaved()
    } catch (thrown) {
      const problem = readProblem(thrown)
      const fieldErrors = problem.errors.map(({ path, message }) => [path.replace(/^travellers\.\d+\./, ''), message])
      const message = problem.message || t('failedText')
      if (fieldErrors.length > 0) refuse(Object.fromEntries(fieldErrors))
      else setFailure(message)
      showProblem(t('failedTitle'), message)
    } finally {
      isBusy.current = false
      setSaving(false)
    }
  }
  return { save, isSaving, failure, errors, attempt }
}
