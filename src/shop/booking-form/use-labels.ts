import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import { useText } from '../intl.tsx'

/** What the fields are called: a ticket's form has words of its own (C063), as its objections have (C064). */
export function useLabels({ kind }: ServiceDetail) {
  const t = useText('booking')
  const isTicket = kind === 'ticket'
  return {
    date: isTicket ? t('ticket.date') : t('date'),
    name: isTicket ? t('ticket.name') : t('name'),
    email: isTicket ? t('ticket.email') : t('email'),
    /** Undefined: as the field calls itself. */
    phone: isTicket ? t('ticket.phone') : undefined,
  }
}
