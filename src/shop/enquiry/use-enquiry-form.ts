import enquiryTexts from 'room-messages:modules/content/enquiry'
import { useEffect } from 'react'
import { type EnquiryTopic, enquiryErrors } from '../../modules/content/index.ts'
import { requestKey } from '../../ui/priced-form/request-keys.ts'
import { useShop } from '../client/context.tsx'
import { useSession } from '../client/use-session.ts'
import { keptKeys, writeKept } from '../form/kept.ts'
import { fillEmpty, useDraftForm } from '../form/use-draft-form.ts'
import { addMessages, useText } from '../intl/intl.tsx'

addMessages(enquiryTexts)

const names = ['name', 'email', 'phone', 'subject', 'message', 'travel_dates', 'travellers', 'company_website'] as const

const valuesOf = (form: HTMLFormElement) => {
  const data = new FormData(form)
  return Object.fromEntries(names.map((name) => [name, String(data.get(name) ?? '')])) as Record<
    (typeof names)[number],
    string
  >
}

export function useEnquiryForm(topic: EnquiryTopic, fixedSubject: string | undefined, itemId?: string) {
  const { api } = useShop()
  const { user } = useSession()
  const draft = `safar-enquiry:${itemId ?? topic}`
  const attempt = `${draft}:attempt`
  const messageOf = (values: ReturnType<typeof valuesOf>) => ({
    ...values,
    topic,
    subject: fixedSubject ?? values.subject,
    ...(itemId && { service_id: itemId }),
  })
  const form = useDraftForm({
    draft,
    words: useText('enquiry'),
    valuesOf,
    keptOf: ({ company_website: _hidden, ...typed }) => typed,
    check: (values) => enquiryErrors(messageOf(values)),
    send: async (values) => {
      const message = messageOf(values)
      await api.content.sendEnquiry(message, { context: { idempotencyKey: requestKey(keptKeys(attempt), message) } })
      writeKept(attempt, {})
    },
  })
  useEffect(() => {
    if (user) fillEmpty(form.form.current, { name: user.full_name, email: user.email, phone: user.phone })
  }, [user, form.form])
  return form
}
