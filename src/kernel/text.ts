import type en from './messages/en.json'
import { messagesOf } from './messages.ts'

export const text = messagesOf<typeof en>('kernel')
