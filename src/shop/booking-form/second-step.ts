import { ContactFields } from './contact-fields.tsx'
import { KindFields } from './kind-fields.tsx'
import { PriceQuestion } from './price-question.tsx'

/** What a form needs once day and people are chosen; nothing is sent before. */
export const secondStep = { ContactFields, KindFields, PriceQuestion }
