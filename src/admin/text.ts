import messages from 'admin-messages:all'
import { createTranslator } from 'use-intl/core'
import { agencyTimeZone } from '../kernel/dates.ts'

type Text = (key: string, values?: Record<string, string | number>) => string

/** The texts of one part of the back office: `const t = textOf('bookings')`, then `t('count', { count })`. */
export const textOf = (namespace: keyof typeof messages): Text =>
  createTranslator({
    locale: 'en',
    messages: messages as never,
    namespace: namespace as never,
    timeZone: agencyTimeZone,
  }) as unknown as Text

/** Whether a part has a text: hints are there only for what needs one. */
export const hasText = (namespace: keyof typeof messages, key: string): boolean =>
  Object.hasOwn(messages[namespace] as object, key)
