import type { TemplateView } from '../../modules/mail/contract.ts'

/** What staff change of a template. */
export type Words = Pick<TemplateView, 'subject' | 'html_body' | 'is_active'>
