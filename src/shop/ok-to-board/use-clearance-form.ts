import { useState } from 'react'
import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import type { DocumentRequirement, KindRules } from '../../services/kind.ts'
import { useSay } from '../../ui/say.tsx'
import type { FormErrors } from '../booking-form/form-rules.ts'
import { type BookingForm, useBookingForm } from '../booking-form/use-booking-form.ts'
import { useText } from '../intl/intl.tsx'
import { type StagedDocuments, useStagedDocuments } from '../upload/use-staged-documents.ts'
import { documentField, fieldOf, requiredErrors } from './clearance-rules.ts'
import { renameStoredAnswers } from './stored-answers.ts'

export interface ClearanceForm {
  readonly form: BookingForm
  readonly documents: StagedDocuments
  readonly requirements: readonly DocumentRequirement[]
  /** Nothing is missing or still uploading (C150). */
  readonly isReady: boolean
}

/** The booking form with documents: nothing is booked until every required document is uploaded (C151). */
export function useClearanceForm(service: ServiceDetail, rules: KindRules): ClearanceForm {
  const say = useSay()
  const t = useText('okToBoard')
  // Before the form reads it.
  useState(() => renameStoredAnswers(service.id))
  const documents = useStagedDocuments(service.id)
  const requirements = rules.documents(service)
  const missing = requirements.filter(({ name, required }) => required && !documents.given[name])
  const documentErrors: FormErrors = Object.fromEntries(
    missing.map(({ name, label }) => [documentField(name), t('documentRequired', { label: say(label) })]),
  )
  const form = useBookingForm(
    { service, rules },
    {
      words: {
        validationTitle: t('missingTitle'),
        validationText: t('missingText'),
        fixedFailedText: t('failedText'),
        createdText: t('createdText'),
      },
      errors: (draft) => ({ ...requiredErrors(draft.details, say), ...documentErrors }),
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
      leadsItself: true,
    },
  )
  const isReady = form.now !== null && Object.keys(form.wrong).length === 0 && !documents.isSending
  return { form, documents, requirements, isReady }
}
