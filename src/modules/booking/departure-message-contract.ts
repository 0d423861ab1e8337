/** A message from staff to all customers of a departure. */
import * as z from 'zod'
import { chosenDay, id, line, localTime, procedure, text } from '../../kernel/contract.ts'
import { shownMail } from './departure-cancellation-contract.ts'
import { departurePageInput } from './departure-contract.ts'
import { text as message } from './text.ts'

const service_id = id
export const departureMessage = z.strictObject({
  service_id,
  date: chosenDay,
  /** Null: opening hours and whole days. */
  time: localTime.nullable().default(null),
  subject: line(200).refine((subject) => subject !== '', message('errors.subject')),
  text: text(5_000).refine((words) => words !== '', message('errors.message')),
})

/** Each customer once, by email address. */
export const departureCustomers = z.array(
  z.object({ customer_name: z.string(), customer_email: z.string(), references: z.array(z.string()) }),
)
export type DepartureCustomers = z.output<typeof departureCustomers>

const path = '/admin/services/{service_id}/departures/{date}'
export const messageProcedures = {
  departureCustomers: procedure(
    'staff:bookings',
    `GET ${path}/customers`,
    'The recipients of a message to all: customers of bookings that are not cancelled, each once',
  )
    .input(departurePageInput)
    .output(departureCustomers),
  previewDepartureMessage: procedure(
    'staff:bookings',
    `POST ${path}/messages/preview`,
    'The mail that the first customer of the departure would get',
    { readsOnly: true },
  )
    .input(departureMessage)
    .output(shownMail),
  sendDepartureMessage: procedure(
    'staff:bookings',
    `POST ${path}/messages`,
    'Mails all customers of a departure, each once',
    { idempotent: true },
  )
    .input(departureMessage)
    .output(z.object({ customers: z.int() })),
}
