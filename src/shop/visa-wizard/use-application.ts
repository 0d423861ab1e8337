import { useEffect } from 'react'
import type { Money } from '../../kernel/money.ts'
import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import type { PriceBreakdown } from '../../services/kind.ts'
import { asksNationality } from '../../services/shared/nationality-rules.ts'
import type { VisaDetails } from '../../services/visa/fields.ts'
import { offerFor } from '../../services/visa/offer.ts'
import { documentsWith, rules } from '../../services/visa/rules.ts'
import { type PriceChange, usePricedForm } from '../../ui/priced-form/use-priced-form.ts'
import { useSay } from '../../ui/say.tsx'
import { bookingKeys } from '../booking-form/draft.ts'
import { readRejection, useServerPrice } from '../booking-form/use-server-price.ts'
import { useShop } from '../client/context.tsx'
import { useSession } from '../client/use-session.ts'
import { clearProblem, showProblem } from '../form/problem-toast.ts'
import { useText } from '../intl/intl.tsx'
import { dropUpload, stageDocument } from '../upload/stage-document.ts'
import { type Uploads, useUploads } from '../upload/use-uploads.ts'
import {
  type ApplicationDraft,
  applicantsOf,
  emptyApplication,
  readApplication,
  withApplicant,
  writeApplication,
} from './draft.ts'
import { type ChosenPassport, passportOf } from './passport.ts'
import { bookingInput, placedErrors, quoteInput } from './wizard-rules.ts'

type WizardErrors = Readonly<Record<string, string>>

export interface Application {
  readonly service: ServiceDetail
  readonly draft: ApplicationDraft
  readonly change: (next: (draft: ApplicationDraft) => ApplicationDraft) => void
  readonly price: PriceBreakdown
  /** Asks the server about a promo code: '' when it is valid, else the reason. */
  readonly checkPromo: (code: string) => Promise<string>
  readonly uploads: Uploads
  readonly upload: (position: number, name: string, file: File) => void
  readonly removeDocument: (position: number, name: string) => void
  /** The server's errors of the last attempt. */
  readonly serverErrors: WizardErrors
  readonly failure: string
  readonly isSending: boolean
  /** Books, once; true when there is a booking to pay. */
  readonly book: () => Promise<boolean>
  readonly priceChange: PriceChange | null
  readonly answerPrice: (agrees: boolean) => void
  readonly startAnew: () => void
}

export function useApplication(item: ServiceDetail, passport: ChosenPassport): Application {
  const form = useEngine(item)
  const { draft, change } = form
  const service = useOffered(item, draft)
  const uploads = useUploads()
  useContactOfUser(form)
  usePassportOfAddress(form, passport)
  const setDocuments = (position: number, next: (documents: Documents) => Documents) =>
    change((known) => withApplicant(known, position, (filled) => ({ ...filled, documents: next(filled.documents) })))
  return {
    ...{ service, draft, change, uploads },
    price: form.shown ?? localPrice(service, draft),
    checkPromo: form.checkPromo,
    upload: (position, name, file) => {
      void uploads.start(`${position}.${name}`, async (report) => {
        const staged = await stageDocument(file, report)
        setDocuments(position, (documents) => ({ ...documents, [name]: staged }))
      })
    },
    removeDocument: (position, name) => {
      const removed = applicantsOf(draft)[position]?.form.documents[name]
      if (removed) dropUpload(removed.upload)
      setDocuments(position, ({ [name]: _removed, ...rest }) => rest)
      uploads.forget(`${position}.${name}`)
    },
    serverErrors: form.refusal.errors,
    failure: form.refusal.message,
    isSending: form.isBusy,
    priceChange: form.priceChange,
    answerPrice: form.answer,
    book: async () => {
      // After a return from the payment there is a booking already (C097).
      if (draft.booked) return true
      clearProblem()
      return form.submit()
    },
    startAnew: () => form.restart({ ...emptyApplication, contact: draft.contact }),
  }
}
/** The item with the documents that this passport needs. */
function useOffered(service: ServiceDetail, draft: ApplicationDraft): ServiceDetail {
  const say = useSay()
  if (!asksNationality(service.details)) return service
  const { documents } = offerFor(service.details as VisaDetails, passportOf(draft))
  const labelled = documentsWith(documents).map((each) => ({ ...each, label: say(each.label) }))
  return { ...service, documents: labelled }
}

/** The nationality of the address counts until the application is booked. */
function usePassportOfAddress(
  { isLoaded, draft, change }: Pick<ReturnType<typeof useEngine>, 'isLoaded' | 'draft' | 'change'>,
  { nationality, residence }: ChosenPassport,
): void {
  const isDue = isLoaded && !draft.booked && (draft.nationality !== nationality || draft.residence !== residence)
  useEffect(() => {
    if (isDue) change((known) => ({ ...known, nationality, residence }))
  }, [isDue, nationality, residence, change])
}

type Documents = ApplicationDraft['adultForms'][number]['documents']

const localPrice = (service: ServiceDetail, draft: ApplicationDraft): PriceBreakdown => {
  const { adults, children } = draft
  const booking = passportOf(draft)
  return rules.price(service, { party: { adults, children, infants: 0 }, date: null, time: null, booking })
}

/** The priced form (decision 0016) of a visa application: its draft outlives the booking, which it names. */
function useEngine(service: ServiceDetail) {
  const { api } = useShop()
  const { fetchQuote, checkPromo } = useServerPrice()
  const failedOf = useFailedWords()
  type Input = ReturnType<typeof bookingInput>
  const form = usePricedForm({
    emptyDraft: emptyApplication,
    readDraft: () => readApplication(service.id),
    writeDraft: (draft: ApplicationDraft) => writeApplication(service.id, draft),
    quoteRequest: (draft) => quoteInput(draft, service.id),
    fetchQuote: (draft, isFresh) => fetchQuote(quoteInput(draft, service.id), isFresh),
    localQuote: (draft) => localPrice(service, draft),
    request: (draft, expected: Money) => bookingInput(draft, service.id, expected),
    keys: bookingKeys(service.id),
    send: (input: Input, idempotencyKey) => api.booking.create(input, { context: { idempotencyKey } }),
    readRejection: (error, draft) =>
      readRejection(error, (problem) => {
        const errors = placedErrors(problem.errors, draft)
        return { errors, message: Object.values(errors)[0] ?? (problem.message || failedOf(draft).text) }
      }),
    onSent: ({ booking, token }) => {
      const booked = { bookingId: booking.id, token, reference: booking.booking_reference }
      form.change((known) => ({ ...known, booked }))
    },
    onRefused: ({ message }, draft) => showProblem(failedOf(draft).title, message),
  })
  return { ...form, checkPromo: (promo: string) => checkPromo(quoteInput({ ...form.draft, promo }, service.id)) }
}

/** The name of a failure differs by the option that was chosen (C100). */
function useFailedWords() {
  const t = useText('visa')
  return ({ option }: ApplicationDraft) =>
    option === 'fill_and_pay'
      ? { title: t('submissionTitle'), text: t('submissionText') }
      : { title: t('bookingTitle'), text: t('bookingText') }
}

/** Signed-in customers need not type their name and address. */
function useContactOfUser({ isLoaded, change }: Pick<ReturnType<typeof useEngine>, 'isLoaded' | 'change'>): void {
  const { user } = useSession()
  useEffect(() => {
    if (!isLoaded || !user) return
    change((known) => {
      const { contact } = known
      const { name, email } = contact
      return { ...known, contact: { ...contact, name: name || user.full_name, email: email || user.email } }
    })
  }, [isLoaded, user, change])
}
