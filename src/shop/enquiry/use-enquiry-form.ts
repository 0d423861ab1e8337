import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { type EnquiryField, type EnquiryTopic, enquiryErrors } from '../../modules/content/index.ts'
import { showToast } from '../../ui/toast-queue.ts'
import { readProblem } from '../api.ts'
import { useShop } from '../context.tsx'
import { useText } from '../intl.tsx'
import { attemptKey, readKept, writeKept } from '../kept.ts'
import { clearProblem, showProblem } from '../problem-toast.ts'
import { useSession } from '../use-session.ts'

const kept = ['name', 'email', 'phone', 'subject', 'message', 'travel_dates', 'travellers'] as const
type Field = (typeof kept)[number]
type Control = HTMLInputElement | HTMLTextAreaElement

const valuesOf = (form: HTMLFormElement): Record<Field | 'company_website', string> => {
  const data = new FormData(form)
  const value = (name: string) => String(data.get(name) ?? '')
  return {
    ...(Object.fromEntries(kept.map((name) => [name, value(name)])) as Record<Field, string>),
    company_website: value('company_website'),
  }
}

/** What stands in a field already, typed before the page came alive, is never written over. */
function fillEmpty(form: HTMLFormElement | null, given: Readonly<Record<string, unknown>>): void {
  for (const name of kept) {
    const control = form?.elements.namedItem(name) as Control | null
    const value = given[name]
    if (control && control.value === '' && typeof value === 'string') control.value = value
  }
}

/**
 * The fields belong to the browser: nothing that is typed waits for React, a failure leaves all as it is, and the
 * draft of this tab comes back after a reload. Sent messages are gone from it.
 */
export function useEnquiryForm(topic: EnquiryTopic, fixedSubject: string | undefined) {
  const t = useText('enquiry')
  const { api } = useShop()
  const { user } = useSession()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const isRunning = useRef(false)
  const [state, setState] = useState({ isBusy: false, isSent: false, failure: '', attempt: 0 })
  const [errors, setErrors] = useState<Readonly<Partial<Record<string, string>>>>({})
  const draft = `safar-enquiry:${topic}`
  useEffect(() => fillEmpty(form.current, readKept(draft)), [draft])
  useEffect(() => {
    if (user) fillEmpty(form.current, { name: user.full_name, email: user.email, phone: user.phone })
  }, [user])

  const fail = (found: readonly { path: string; message: string }[], failure: string) => {
    setErrors(Object.fromEntries(found.map(({ path, message }) => [path, message])))
    setState((known) => ({ isBusy: false, isSent: false, failure, attempt: known.attempt + 1 }))
    if (failure) showProblem(t('failedTitle'), failure)
  }
  const succeed = () => {
    form.current?.reset()
    writeKept(draft, {})
    writeKept(`${draft}:attempt`, {})
    setState({ isBusy: false, isSent: true, failure: '', attempt: 0 })
    showToast({ tone: 'success', title: t('sentTitle'), description: t('sentText') })
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isRunning.current) return
    const values = valuesOf(event.currentTarget)
    const message = { ...values, topic, subject: fixedSubject ?? values.subject }
    clearProblem()
    const found = enquiryErrors(message)
    if (found.length > 0) return fail(found, '')
    isRunning.current = true
    setErrors({})
    setState((known) => ({ ...known, isBusy: true, isSent: false, failure: '' }))
    try {
      await api.content.sendEnquiry(message, { context: { idempotencyKey: attemptKey(`${draft}:attempt`, message) } })
      succeed()
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
    controlId: (field: EnquiryField | Field) => `${id}-${field}`,
    keep: (event: FormEvent<HTMLFormElement>) => {
      const { company_website: _hidden, ...typed } = valuesOf(event.currentTarget)
      writeKept(draft, typed)
    },
    submit,
  }
}
