import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type Money, money } from '../../kernel/money.ts'
import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import type { PriceBreakdown } from '../../services/kind.ts'
import { rules } from '../../services/visa/rules.ts'
import { readProblem } from '../api.ts'
import { idempotencyKeyFor } from '../booking-form/draft.ts'
import { useShop } from '../context.tsx'
import { clearProblem, showProblem } from '../problem-toast.ts'
import { dropUpload, stageDocument } from '../upload/stage-document.ts'
import { type Uploads, useUploads } from '../upload/use-uploads.ts'
import { useSession } from '../use-session.ts'
import {
  type ApplicationDraft,
  applicantsOf,
  emptyApplication,
  readApplication,
  withApplicant,
  writeApplication,
} from './draft.ts'
import { bookingInput, placedErrors, quoteInput } from './wizard-rules.ts'

export type WizardErrors = Readonly<Record<string, string>>

export interface Application {
  readonly service: ServiceDetail
  /** Null until the page is alive and the draft has been read. */
  readonly isRead: boolean
  readonly draft: ApplicationDraft
  readonly change: (next: (draft: ApplicationDraft) => ApplicationDraft) => void
  readonly price: PriceBreakdown
  /** Asks the server about a promo code: '' when it holds, else why not. */
  readonly checkPromo: (code: string) => Promise<string>
  readonly uploads: Uploads
  readonly upload: (position: number, name: string, file: File) => void
  readonly removeDocument: (position: number, name: string) => void
  /** What the server objected to at the last attempt. */
  readonly serverErrors: WizardErrors
  readonly failure: string
  readonly isSending: boolean
  /** Books, once; true when there is a booking to pay. */
  readonly book: (failed: Failed) => Promise<boolean>
  readonly newPrice: Money | null
  readonly answerPrice: (agrees: boolean) => void
  readonly startAnew: () => void
}
/** What a failed booking is called: it differs by the way that was chosen (C100). */
export interface Failed {
  readonly title: string
  readonly text: string
}

function useDraft(serviceId: string) {
  const [draft, setDraft] = useState(emptyApplication)
  const [isRead, setRead] = useState(false)
  const { user } = useSession()
  useEffect(() => {
    setDraft(readApplication(serviceId))
    setRead(true)
  }, [serviceId])
  useEffect(() => {
    if (isRead) writeApplication(serviceId, draft)
  }, [isRead, serviceId, draft])
  useEffect(() => {
    if (!isRead || !user) return
    // Who is signed in need not type their name again.
    setDraft((known) => {
      const { contact } = known
      return {
        ...known,
        contact: { ...contact, name: contact.name || user.full_name, email: contact.email || user.email },
      }
    })
  }, [isRead, user])
  return { draft, setDraft, isRead }
}

/** The price by the kind's rules at once, and the server's as soon as it is there: the server's holds. */
function usePrice(service: ServiceDetail, draft: ApplicationDraft, isOn: boolean): PriceBreakdown {
  const { api } = useShop()
  const { adults, children } = draft
  const input = quoteInput(draft, service.id)
  const { data } = useQuery({
    queryKey: ['quote', input],
    queryFn: async () => (await api.booking.quote(input)).price as PriceBreakdown,
    enabled: isOn,
    staleTime: 30_000,
    retry: false,
  })
  const party = { adults, children, infants: 0 }
  return data ?? rules.price(service, { party, date: null, time: null, booking: {} })
}

export function useApplication(service: ServiceDetail): Application {
  const { draft, setDraft, isRead } = useDraft(service.id)
  const price = usePrice(service, draft, isRead)
  const uploads = useUploads()
  const booking = useBooking(service, draft, setDraft)
  const { api } = useShop()
  const checkPromo = async (promo: string) => {
    const { errors } = await api.booking.quote(quoteInput({ ...draft, promo }, service.id))
    return errors.find(({ path }) => path === 'promo_code')?.message ?? ''
  }
  const setDocuments = (position: number, change: (documents: Documents) => Documents) =>
    setDraft((known) => withApplicant(known, position, (form) => ({ ...form, documents: change(form.documents) })))
  return {
    ...{ service, isRead, draft, price, checkPromo, uploads },
    change: (next) => {
      booking.forget()
      setDraft(next)
    },
    upload: (position, name, file) => {
      booking.forget()
      void uploads.start(`${position}.${name}`, async (report) => {
        const staged = await stageDocument(file, report)
        setDocuments(position, (documents) => ({ ...documents, [name]: staged }))
      })
    },
    removeDocument: (position, name) => {
      const gone = applicantsOf(draft)[position]?.form.documents[name]
      if (gone) dropUpload(gone.upload)
      setDocuments(position, ({ [name]: _gone, ...rest }) => rest)
      uploads.forget(`${position}.${name}`)
    },
    serverErrors: booking.errors,
    failure: booking.failure,
    isSending: booking.isSending,
    newPrice: booking.newPrice,
    answerPrice: booking.answerPrice,
    book: (failed) => booking.book(price.final, failed),
    startAnew: () => setDraft((known) => ({ ...emptyApplication, contact: known.contact })),
  }
}
type Documents = ApplicationDraft['adultForms'][number]['documents']

/** Sends the application once, however often the button is pressed, and asks when the price is another (D31, D56). */
function useBooking(
  service: ServiceDetail,
  draft: ApplicationDraft,
  setDraft: (change: (draft: ApplicationDraft) => ApplicationDraft) => void,
) {
  const { api, queryClient } = useShop()
  const isBusy = useRef(false)
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState('')
  const [errors, setErrors] = useState<WizardErrors>({})
  const [question, setQuestion] = useState<{ price: Money; answer: (agrees: boolean) => void } | null>(null)

  const send = async (expected: Money, failed: Failed): Promise<boolean> => {
    const input = bookingInput(draft, service.id, expected)
    try {
      const { booking, token } = await api.booking.create(input, {
        context: { idempotencyKey: idempotencyKeyFor(service, input) },
      })
      const booked = { bookingId: booking.id, token, reference: booking.booking_reference }
      setDraft((known) => ({ ...known, booked }))
      return true
    } catch (error) {
      const problem = readProblem(error)
      const { minor, currency } = problem.facts
      if (problem.code === 'booking/price-changed' && typeof minor === 'number' && typeof currency === 'string') {
        void queryClient.invalidateQueries({ queryKey: ['quote'] })
        const price = money(minor, currency)
        const agrees = await new Promise<boolean>((answer) => setQuestion({ price, answer }))
        setQuestion(null)
        return agrees ? send(price, failed) : false
      }
      const found = placedErrors(problem.errors, draft)
      setErrors(found)
      const message = Object.values(found)[0] ?? (problem.message || failed.text)
      setFailure(message)
      showProblem(failed.title, message)
      return false
    }
  }
  const book = async (expected: Money, failed: Failed): Promise<boolean> => {
    // Who comes back from the payment has booked already: nothing is booked twice (C097).
    if (draft.booked) return true
    if (isBusy.current) return false
    isBusy.current = true
    setSending(true)
    setFailure('')
    setErrors({})
    clearProblem()
    try {
      return await send(expected, failed)
    } finally {
      isBusy.current = false
      setSending(false)
    }
  }
  return {
    ...{ book, isSending, failure, errors },
    newPrice: question?.price ?? null,
    answerPrice: (agrees: boolean) => question?.answer(agrees),
    forget: () => {
      setErrors({})
      setFailure('')
    },
  }
}
