import { useEffect } from 'react'
import { type EnquiryTopic, enquiryErrors } from '../../modules/content/index.ts'
import { useShop } from '../context.tsx'
import { fillEmpty, useDraftForm } from '../form/use-draft-form.ts'
import { useText } from '../intl.tsx'
import { attemptKey, writeKept } from '../kept.ts'
import { useSession } from '../use-session.ts'

const names = ['name', 'email', 'phone', 'subject', 'message', 'travel_dates', 'travellers', 'company_website'] as const

const valuesOf = (form: HTMLFormElement) => {
  const data = new FormData(form)
  return Object.fromEntries(names.map((name) => [name, String(data.get(name) ?? '')])) as Record<
    (typeof names)[number],
    string
  >
}

export function useEnquiryForm(topic: EnquiryTopic, fixedSubject: string | undefined) {
  const { api } = useShop()
  const { user } = useSession()
  const draft = `safar-enquiry:${topic}`
  const attempt = `${draft}:attempt`
  const messageOf = (values: ReturnType<typeof valuesOf>) => ({
    ...values,
    topic,
    subject: fixedSubject ?? values.subject,
  })
  const form = useDraftForm({
    draft,
    words: useText('enquiry'),
    valuesOf,
    keptOf: ({ company_website: _hidden, ...typed }) => typed,
    check: (values) => enquiryErrors(messageOf(values)),
    send: async (values) => {
      const message = messageOf(values)
      await api.content.sendEnquiry(message, { context: { idempotencyKey: attemptKey(attempt, message) } })
      writeKept(attempt, {})
    },
  })
  useEffect(() => {
    if (user) fillEmpty(form.form.current, { name: user.full_name, email: user.email, phone: user.phone })
  }, [user, form.form])
  return form
}
