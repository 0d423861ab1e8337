import { cityOf } from './dates.ts'
import type en from './messages/en.json'
import { type MessageString, messagesOf } from './messages.ts'

export const text = messagesOf<typeof en>('kernel')

/** The city of a time zone, as in 'Dubai time'. */
export const placeText = (zone: string): MessageString => text('place', { city: cityOf(zone) })
