import * as z from 'zod'
import { id, line, procedure } from '../../../kernel/contract.ts'
import { bookingStatuses } from '../rules/states.ts'
import { titleLanguage } from '../view-contract.ts'

export const recoveryContract = {
  mailLink: procedure(
    'public',
    'POST /booking-link-mails',
    'Mails the link of a booking to its own address. The answer is always the same',
  )
    .input(z.strictObject({ reference: line(60), email: line(254) }))
    .output(z.object({ sent: z.literal(true) })),
  startRecovery: procedure(
    'public',
    'POST /booking-recoveries',
    'Mails a one-time code to the address of the bookings with this email or phone. The answer is always the same',
  )
    .input(z.strictObject({ contact: line(254) }))
    .output(z.object({ recovery_id: id, minutes: z.int() })),
  finishRecovery: procedure(
    'public',
    'POST /booking-recoveries/{recoveryId}/bookings',
    'The bookings of the address that got the code, each with its link',
  )
    .input(z.strictObject({ recoveryId: id, code: line(20) }))
    .output(
      z.object({
        items: z.array(
          z.object({
            id,
            booking_reference: z.string(),
            service_title: z.string(),
            languages: titleLanguage,
            travel_date: z.string().nullable(),
            booking_status: z.enum(bookingStatuses),
            href: z.string(),
          }),
        ),
      }),
    ),
}
