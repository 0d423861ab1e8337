import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import type { DocumentRequirement, KindRules } from '../../services/kind.ts'
import type { FormErrors } from '../booking-form/form-rules.ts'
import { type BookingForm, useBookingForm } from '../booking-form/use-booking-form.ts'
import { useText } from '../intl.tsx'
import { type StagedDocuments, useStagedDocuments } from '../upload/use-staged-documents.ts'
import { documentField, fieldOf, requiredErrors } from './clearance-rules.ts'

export interface ClearanceForm {
  readonly form: BookingForm
  readonly documents: StagedDocuments
  readonly requirements: readonly DocumentRequirement[]
  /** Nothing is missing, and nothing is on its way (C150). */
  readonly isReady: boolean
}

/** The booking form with documents: nothing is booked before each required one is there (C151). */
export function useClearanceForm(service: ServiceDetail, rules: KindRules): ClearanceForm {
  const t = useText('okToBoard')
  const documents = useStagedDocuments(service.id)
  const requirements = rules.documents(service)
  const missing = requirements.filter(({ name, required }) => required && !documents.given[name])
  const documentErrors: FormErrors = Object.fromEntries(
    missing.map(({ name, label }) => [documentField(name), t('documentRequired', { label })]),
  )
  const form = useBookingForm(service, rules, {
    words: {
      validationTitle: t('missingTitle'),
      validationText: t('missingText'),
      fixedFailedText: t('failedText'),
      createdText: t('createdText'),
    },
    errors: (draft) => ({ ...requiredErrors(draft.details), ...documentErrors }),
    fieldOf: (path) =>
      fieldOf(
        path,
        requirements.flatMap(({ name }) => (documents.given[name] ? [name] : [])),
      ),
    finish: async () => ({
      documents: requirements.flatMap(({ name }) => {
        const given = documents.given[name]
        return given ? [{ name, traveller: null, upload: given.upload }] : []
      }),
    }),
    onCreated: documents.clear,
  })
  const isReady = form.now !== null && Object.keys(form.wrong).length === 0 && !documents.isSending
  return { form, documents, requirements, isReady }
}
