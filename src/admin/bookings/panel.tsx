import type { ReactNode } from 'react'
import type { AdminBookingView } from '../../modules/booking/contract.ts'

export type Booking = AdminBookingView

/** One part of a booking's dialog. */
export const Panel = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section className="card" aria-labelledby={id}>
    <div className="card-body grid gap-3">
      <h3 id={id} className="text-lg">
        {title}
      </h3>
      {children}
    </div>
  </section>
)
