import { type FormEvent, useEffect, useId, useState } from 'react'
import { Notice } from '../../ui/badge.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { useSay } from '../../ui/say.tsx'
import { useFixed } from '../booking-form/wanted.tsx'
import { FirstTapHint, leadTo, useFirstTap } from '../form/first-tap.tsx'
import { showProblem } from '../form/problem-toast.ts'
import { useText } from '../intl/intl.tsx'
import { applicantsOf } from './draft.ts'
import { passportOf } from './passport.ts'
import { ReachFields } from './reach-fields.tsx'
import { ApplicationSum } from './selection-step.tsx'
import { StepFoot } from './step-foot.tsx'
import { TravellerCard } from './traveller-card.tsx'
import type { Application } from './use-application.ts'
import { useLimits } from './use-limits.ts'
import { nameOf, useTravellerWords } from './use-traveller-words.ts'
import { checkTraveller, contactObjections, samePassports } from './wizard-rules.ts'

/** One card per traveller, then the contact. Nothing is booked while anything required is missing (C085-C087). */
export function TravellersStep({ application, onNext }: { application: Application; onNext: () => void }) {
  const say = useSay()
  const t = useText('visa')
  const words = useTravellerWords()
  const id = useId()
  const { draft, service, uploads } = application
  const applicants = applicantsOf(draft)
  const documents = service.documents
  const [attempt, setAttempt] = useState(0)
  const tap = useFirstTap()
  const [lead, setLead] = useState('')
  // The traveller's card opens with the same press.
  useEffect(() => {
    if (lead) leadTo(document.getElementById(lead))
  }, [lead])
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set([0]))
  const limits = useLimits(service, passportOf(draft))
  const same = samePassports(draft, say)
  const checks = applicants.map(({ form, type }, position) => {
    const check = checkTraveller(form, type, documents, { words, limits })
    const passport = same[position]
    return passport ? { ...check, errors: { passport_number: passport, ...check.errors } } : check
  })
  const contact = contactObjections(draft, '', say)
  const shown = (position: number): Readonly<Record<string, string>> => ({
    ...ofTraveller(application.serverErrors, position),
    ...(attempt > 0 && checks[position]?.errors),
  })
  const summary = applicants.flatMap((applicant, position) =>
    Object.entries(shown(position)).map(([field, message]) => ({
      controlId: `${id}-${position}-${field}`,
      message: `${nameOf(applicant, t)}: ${message}`,
    })),
  )
  const reach = { ...application.serverErrors, ...(attempt > 0 && contact) }
  const reachErrors = (['email', 'phone'] as const).flatMap((field) =>
    reach[field] ? [{ controlId: `${id}-${field === 'phone' ? 'customer_phone' : field}`, message: reach[field] }] : [],
  )
  useFixed({
    errors: Object.fromEntries([...summary, ...reachErrors].map(({ controlId: at, message }) => [at, message])),
  })
  const firstWrong = firstMissing(id, checks, contact)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (draft.booked) return onNext()
    if (uploads.isBusy) return showProblem(t('uploading'))
    const wrong = checks.flatMap(({ errors }, position) => (Object.keys(errors).length > 0 ? [position] : []))
    if (wrong.length > 0 || Object.keys(contact).length > 0) {
      const isIncomplete = checks.some((check) => check.isIncomplete) || draft.contact.email.trim() === ''
      setOpened(new Set([...opened, ...wrong]))
      if (isIncomplete && attempt === 0 && tap.leads(() => setLead(firstWrong))) return
      setAttempt(attempt + 1)
      if (isIncomplete) showProblem(t('incompleteTitle'), t('incompleteText'))
      else showProblem(t('checkTitle'))
      return
    }
    if (await application.book()) onNext()
    else setOpened(new Set(applicants.keys()))
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <ErrorSummary atFields title={t('incompleteText')} errors={[...summary, ...reachErrors]} attempt={attempt} />
      {application.failure ? (
        <Notice tone="danger" role="alert" title={t('submissionTitle')}>
          {application.failure}
        </Notice>
      ) : null}
      <fieldset disabled={draft.booked !== null} className="grid gap-4">
        <legend className="sr-only">{t('steps.travellers')}</legend>
        <ol className="grid gap-3">
          {applicants.map((applicant, position) => (
            <li key={`${applicant.type}-${applicant.number}`}>
              <TravellerCard
                id={`${id}-${position}`}
                application={application}
                applicant={applicant}
                position={position}
                isOpen={opened.has(position)}
                onToggle={() => setOpened(toggled(opened, position))}
                errors={shown(position)}
              />
            </li>
          ))}
        </ol>
        <section aria-labelledby={`${id}-reach`} className="grid gap-4 border-t border-line pt-5">
          <div>
            <h3 id={`${id}-reach`}>{t('reach.title')}</h3>
            <p className="mt-1 text-ink-2">{t('reach.text')}</p>
          </div>
          <ReachFields id={id} application={application} errors={reach} isPhoneRequired={false} />
        </section>
      </fieldset>
      <ApplicationSum application={application} />
      <FirstTapHint text={t('firstTap')} isShown={tap.hasLed && attempt === 0 && firstWrong !== ''} />
      <StepFoot label={t('submit')} isBusy={application.isSending} busyLabel={t('sending')} />
    </form>
  )
}

/** The id of the first control without a right answer, or ''. */
function firstMissing(
  id: string,
  checks: readonly { readonly errors: Readonly<Record<string, string>> }[],
  contact: Readonly<Record<string, string>>,
): string {
  const ids = checks.flatMap(({ errors }, position) => Object.keys(errors).map((field) => `${id}-${position}-${field}`))
  return ids[0] ?? Object.keys(contact).map((field) => `${id}-${field === 'phone' ? 'customer_phone' : field}`)[0] ?? ''
}

const toggled = (opened: ReadonlySet<number>, position: number): ReadonlySet<number> =>
  new Set(opened.has(position) ? [...opened].filter((each) => each !== position) : [...opened, position])

/** '0.date_of_birth' is the first traveller's 'date_of_birth'. */
function ofTraveller(errors: Readonly<Record<string, string>>, position: number): Readonly<Record<string, string>> {
  const prefix = `${position}.`
  const own = Object.entries(errors).filter(([path]) => path.startsWith(prefix))
  return Object.fromEntries(own.map(([path, message]) => [path.slice(prefix.length), message]))
}
