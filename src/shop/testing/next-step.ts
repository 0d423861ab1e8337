import type { BookingView } from '../../modules/booking/contract.ts'

/** A next step of a booking: by default there is nothing to do. */
export const stepOf = (step: BookingView['next_step']['step'], more: Partial<BookingView['next_step']> = {}) => ({
  ...{ step, because: null, count: 0, needsDetails: false, name: null, traveller: null, document: null, reason: null },
  ...{ until: null, expectedBy: null },
  ...more,
})

export const cancel: BookingView['cancel'] = { is_offered: true, obstacle: null, refund: { minor: 0, currency: 'USD' } }
