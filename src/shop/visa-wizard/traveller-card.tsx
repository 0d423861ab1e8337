import { ChevronDown, CopyCheck } from 'lucide-react'
import { StatusBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { useText } from '../intl/intl.tsx'
import { DocumentField } from '../upload/document-field.tsx'
import { type Applicant, applicantsOf, type TravellerDraft, withApplicant } from './draft.ts'
import { passportOf } from './passport.ts'
import { TravellerFields } from './traveller-fields.tsx'
import type { Application } from './use-application.ts'
import { useLimits } from './use-limits.ts'
import { nameOf } from './use-traveller-words.ts'
import { progressOf } from './wizard-rules.ts'

type TravellerCardProps = {
  id: string
  application: Application
  applicant: Applicant
  position: number
  isOpen: boolean
  onToggle: () => void
  errors: Readonly<Record<string, string>>
}

/** A traveller as a task with its progress; opens to the form and the documents. */
export function TravellerCard(props: TravellerCardProps) {
  const { id, application, applicant, position, isOpen, onToggle, errors } = props
  const t = useText('visa')
  const { form } = applicant
  const limits = useLimits(application.service, passportOf(application.draft))
  const change = (next: Partial<TravellerDraft>) =>
    application.change((known) => withApplicant(known, position, (before) => ({ ...before, ...next })))
  const others = applicantsOf(application.draft).length - 1
  return (
    <div className="rounded-lg border border-line bg-surface">
      <h3 className="text-base">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={`${id}-panel`}
          onClick={onToggle}
          className="flex min-h-14 w-full items-center gap-3 rounded-lg px-4 py-2 text-start"
        >
          <span className="min-w-0 flex-1">
            <bdi className="block font-semibold wrap-anywhere">{nameOf(applicant, t)}</bdi>
            {form.fullName.trim() ? (
              <span className="block text-sm font-normal text-ink-2">
                {t(`traveller.${applicant.type}`, { number: applicant.number })}
              </span>
            ) : null}
          </span>
          <TravellerBadge application={application} form={form} isWrong={Object.keys(errors).length > 0} />
          <ChevronDown aria-hidden="true" className={isOpen ? 'size-5 flex-none rotate-180' : 'size-5 flex-none'} />
        </button>
      </h3>
      <div id={`${id}-panel`} hidden={!isOpen} className="grid gap-5 border-t border-line p-4">
        <TravellerFields id={id} form={form} onChange={change} errors={errors} limits={limits} />
        {position === 0 && others > 0 ? (
          <Button
            variant="secondary"
            className="justify-self-start"
            icon={<CopyCheck aria-hidden="true" />}
            onClick={() => shareDates(application, form)}
          >
            {t('traveller.sameDates')}
          </Button>
        ) : null}
        <TravellerDocuments id={id} application={application} position={position} form={form} errors={errors} />
      </div>
    </div>
  )
}

function shareDates(application: Application, { arrival, departure }: TravellerDraft): void {
  application.change((known) =>
    applicantsOf(known).reduce(
      (draft, _, position) => withApplicant(draft, position, (form) => ({ ...form, arrival, departure })),
      known,
    ),
  )
}

type BadgeProps = { application: Application; form: TravellerDraft; isWrong: boolean }

function TravellerBadge({ application, form, isWrong }: BadgeProps) {
  const t = useText('visa')
  const { done, count } = progressOf(form, application.service.documents)
  if (isWrong) return <StatusBadge tone="danger">{t('traveller.wrong')}</StatusBadge>
  if (done === count) return <StatusBadge tone="success">{t('traveller.complete')}</StatusBadge>
  if (done === 0) return <StatusBadge tone="neutral">{t('traveller.empty')}</StatusBadge>
  return <StatusBadge tone="info">{t('traveller.started', { done, count })}</StatusBadge>
}

type TravellerDocumentsProps = Pick<TravellerCardProps, 'id' | 'application' | 'position' | 'errors'> & {
  form: TravellerDraft
}

function TravellerDocuments({ id, application, position, form, errors }: TravellerDocumentsProps) {
  const t = useText('visa')
  const { service, uploads } = application
  return (
    <section aria-labelledby={`${id}-documents`} className="grid gap-3">
      <div>
        <h4 id={`${id}-documents`} className="font-display text-lg font-bold">
          {t('traveller.documents')}
        </h4>
        <p className="text-sm text-ink-2">{t('traveller.documentsHint')}</p>
      </div>
      {service.documents.map(({ name, label, required }) => {
        const { progress, error } = uploads.stateOf(`${position}.${name}`)
        return (
          <DocumentField
            key={name}
            id={`${id}-documents.${name}`}
            label={label}
            required={required}
            value={form.documents[name] ?? null}
            onUpload={(file) => application.upload(position, name, file)}
            onRemove={() => application.removeDocument(position, name)}
            progress={progress}
            error={error || errors[`documents.${name}`]}
            canRetry={error !== ''}
          />
        )
      })}
    </section>
  )
}
