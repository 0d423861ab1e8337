import type { Text } from '../../kernel/messages.ts'
import { Refusal } from '../../kernel/refusal.ts'

/** A refusal of one form field. */
export const fieldError = (path: string, message: Text): Refusal =>
  new Refusal('account/invalid', {}, [{ path, message }])
