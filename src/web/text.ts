import { messagesOf } from '../kernel/messages.ts'
import type en from './messages/en.json'

export const text = messagesOf<typeof en>('web')
