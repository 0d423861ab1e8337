/** A departure of the back office as the server answers it; tests override single fields. */
import type { DeparturePage } from '../../../modules/booking/contract.ts'

export const service_id = '0198c000-0000-7000-8000-00000000000a'
type Party = DeparturePage['parties'][number]
export const party = (given: Partial<Party> = {}): Party => ({
  id: '0198c000-0000-7000-8000-00000000000b',
  booking_reference: 'TH0000000001',
  booking_status: 'confirmed',
  travel_time: '10:00',
  customer_name: 'Ria Sen',
  customer_phone: '+971501234567',
  ...{ adults: 2, children: 1, infants: 0, places: 3 },
  selected_language: 'English',
  pickup_location: 'Hotel Sea, Deira',
  trip_facts: [],
  leg: 'outbound',
  special_requests: null,
  to_collect: { minor: 15_500, currency: 'USD' },
  ...{ misses_documents: false, arrived: 0 },
  travellers: ['Ria Sen', 'Om Sen'],
  ...given,
})
export const departure = (given: Partial<DeparturePage> = {}): DeparturePage => ({
  ...{ service_id, service_type: 'tour', service_title: 'Desert safari', currency: 'USD' },
  ...{
    departure_id: '0198c000-0000-7000-8000-00000000000c',
    version: 3,
    date: '2026-12-01',
    time: '10:00',
    hours: null,
  },
  ...{
    ...{ return_date: null, travel_mode: null, carrier: null, cut_off_hours: null },
    state: 'open',
    has_started: false,
    is_closed: false,
    is_added: false,
    is_whole_day: false,
    ...{ blocked_reason: null, is_group_only: false },
  },
  ...{
    is_overbooked: false,
    capacity: 10,
    taken: 3,
    held: 0,
    released: 0,
    note: null,
    guide: null,
    scheduled_capacity: 10,
  },
  own: { capacity: null, prices: null },
  price_fields: [
    { name: 'price_adult', label: 'Adult price', usual: 10_000 },
    { name: 'price_child', label: 'Child price', usual: null },
  ],
  ...{ adults: 2, children: 1, infants: 0, arrived: 0, parties: [party()], has_more: false, cancellation: null },
  ...given,
})
