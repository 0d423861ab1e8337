import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { type OwnReview, reviewErrors } from '../../modules/review/index.ts'
import { showToast } from '../../ui/toast-queue.ts'
import { readProblem } from '../api.ts'
import { useShop } from '../context.tsx'
import { useText } from '../intl.tsx'
import { readKept, writeKept } from '../kept.ts'
import { clearProblem, showProblem } from '../problem-toast.ts'
import { accessOf, type BookingAccess, ownReviewQuery } from '../queries.ts'

export const reviewFields = ['rating', 'body', 'shown_name'] as const
type ReviewField = (typeof reviewFields)[number]

const valuesOf = (form: HTMLFormElement) => {
  const data = new FormData(form)
  const value = (name: ReviewField) => String(data.get(name) ?? '')
  return { rating: Number(value('rating')), body: value('body').trim(), shown_name: value('shown_name').trim() }
}

/** A draft of this tab comes back after a reload, until it is sent; what was typed before is never written over. */
function fillKept(form: HTMLFormElement | null, given: Readonly<Record<string, unknown>>): void {
  const control = form?.elements.namedItem('body')
  if (control instanceof HTMLTextAreaElement && control.value === '' && typeof given.body === 'string')
    control.value = given.body
  const stars = form?.elements.namedItem('rating')
  if (stars instanceof RadioNodeList && stars.value === '' && Number(given.rating) > 0)
    stars.value = String(given.rating)
}

/** Sends the review; says at the field, above the form and in a message what is wrong. */
export function useReviewForm(access: BookingAccess, own: OwnReview, onDone: () => void) {
  const t = useText('reviewPage')
  const { api } = useShop()
  const client = useQueryClient()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const isRunning = useRef(false)
  const [state, setState] = useState({ isBusy: false, failure: '', attempt: 0 })
  const [errors, setErrors] = useState<Readonly<Partial<Record<string, string>>>>({})
  const draft = `safar-review:${access.bookingId}`
  useEffect(() => fillKept(form.current, readKept(draft)), [draft])

  const fail = (found: readonly { path: string; message: string }[], failure: string) => {
    setErrors(Object.fromEntries(found.map(({ path, message }) => [path, message])))
    setState((known) => ({ isBusy: false, failure, attempt: known.attempt + 1 }))
    if (failure) showProblem(t('failedTitle'), failure)
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isRunning.current) return
    const written = valuesOf(event.currentTarget)
    clearProblem()
    const found = reviewErrors(written)
    if (found.length > 0) return fail(found, '')
    isRunning.current = true
    setErrors({})
    setState((known) => ({ ...known, isBusy: true, failure: '' }))
    try {
      const saved = await api.review.save({ ...accessOf(access), ...written, version: own.review?.version ?? 0 })
      writeKept(draft, {})
      client.setQueryData(ownReviewQuery(api, access).queryKey, saved)
      showToast({ tone: 'success', title: t('sentTitle'), description: t('sentText') })
      onDone()
    } catch (error) {
      const problem = readProblem(error)
      fail(problem.errors, problem.errors.length > 0 ? '' : problem.message || t('failedText'))
    } finally {
      isRunning.current = false
    }
  }
  return {
    ...state,
    form,
    errors,
    controlId: (field: ReviewField) => `${id}-${field}`,
    /** Keeps the draft; a field that is being put right no longer accuses. */
    keep: (event: FormEvent<HTMLFormElement>) => {
      writeKept(draft, valuesOf(event.currentTarget))
      const { name } = event.target as HTMLInputElement
      setErrors((known) => (known[name] ? { ...known, [name]: undefined } : known))
    },
    submit,
  }
}
