import { resolveTexts } from '../../../platform/messages.server.ts'

/** A provider's answer or description with its references as people read them. */
export const inEnglish = <Value>(value: Value): Value => resolveTexts(value, 'en')
