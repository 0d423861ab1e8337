import everyMessage from 'admin-messages:all'
import bookingMessages from 'room-messages:modules/booking/shop'
import catalogueMessages from 'room-messages:modules/catalogue/editing,fields'
import contentMessages from 'room-messages:modules/content/editing'
import mailMessages from 'room-messages:modules/mail/rows'
import paymentMessages from 'room-messages:modules/payment/reviews'
import rooms from 'room-messages:services/*/all'
import { createTranslator } from 'use-intl/core'
import { sayWith } from '../kernel/messages.ts'
import { officeLanguage, officeLocale } from './language.ts'

const messages = everyMessage[officeLanguage] as (typeof everyMessage)[string]

type Text = (key: string, values?: Record<string, string | number>) => string

// No message formats dates itself; UTC only silences the library's warning.
/** The texts of one namespace: `const t = textOf('bookings')`, then `t('count', { count })`. */
export const textOf = (namespace: keyof typeof messages): Text =>
  createTranslator({
    locale: officeLocale,
    messages: messages as never,
    namespace: namespace as never,
    timeZone: 'UTC',
  }) as unknown as Text

const choices = textOf('choices')
/** '3 results', for lists of choices. */
export const countText = (count: number): string => choices('count', { count })

/** Whether a text exists: hints are optional. */
export const hasText = (namespace: keyof typeof messages, key: string): boolean =>
  Object.hasOwn(messages[namespace] as object, key)

const translate = createTranslator({
  locale: officeLocale,
  messages: {
    ...rooms[officeLanguage],
    ...bookingMessages[officeLanguage],
    ...catalogueMessages[officeLanguage],
    ...contentMessages[officeLanguage],
    ...mailMessages[officeLanguage],
    ...paymentMessages[officeLanguage],
  } as never,
  timeZone: 'UTC',
}) as unknown as Text

/** Translates a message reference of a kind, rule or schema. */
export const say = sayWith(translate, officeLocale)
