import type { Language } from '../kernel/language.ts'
import { forAnswer } from '../kernel/messages.ts'
import type { TranslatedField } from '../kernel/translation-contract.ts'
import {
  type AgencyText,
  isBlank,
  type Progress,
  progressOf,
  type StoredTranslation,
  stateOf,
} from '../kernel/translations.ts'
import { sayIn } from './messages.server.ts'
import { digestOf } from './text-digest.server.ts'

type Into = { readonly language: Language; readonly stored: StoredTranslation }

/** A text in the shop's own words is translated by the shop, until the agency stores a translation of its own. */
export const viewFields = (texts: readonly AgencyText[], { language, stored }: Into): TranslatedField[] =>
  texts
    .filter((field) => field.original !== '')
    .map(({ path, label, input, original: value, own, isOptional }) => {
      const source = digestOf(value)
      const isLeft = isBlank(stored.texts[path])
      const isOwn = own !== undefined && isLeft
      return {
        ...{ path, label: forAnswer(label), input, original: value, source },
        value: isOwn ? sayIn(language)(own) : isLeft ? null : stored.texts[path],
        state: isOwn ? 'translated' : isOptional && isLeft ? 'optional' : stateOf(path, source, stored),
      }
    })

/** Texts that need no translation do not count. */
export const progressIn = (fields: readonly TranslatedField[]): Progress =>
  progressOf(fields.flatMap(({ state }) => (state === 'optional' ? [] : [state])))
