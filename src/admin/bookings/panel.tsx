import type { ReactNode } from 'react'
import type { AdminBookingView } from '../../modules/booking/index.ts'
import { Notice } from '../../ui/badge.tsx'
import { textOf } from '../text.ts'

const t = textOf('booking')
export type Booking = AdminBookingView

export const Panel = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section className="card" aria-labelledby={id}>
    <div className="grid grid-cols-1 gap-3 p-4 wrap-anywhere sm:p-5">
      <h2 id={id} className="text-base">
        {title}
      </h2>
      {children}
    </div>
  </section>
)

export type Row = readonly [label: string, value: ReactNode]
/** Labels and values. A missing value shows a dash, so that staff see it was not provided. */
export const Rows = ({ rows }: { rows: readonly Row[] }) => (
  <dl className="grid gap-y-1.5 text-[0.9375rem]">
    {rows.map(([label, value]) => (
      <div key={label} className="grid grid-cols-[min(40%,10rem)_minmax(0,1fr)] gap-x-4">
        <dt className="text-ink-2">{label}</dt>
        <dd className="whitespace-pre-wrap">{value === null || value === '' ? t('none') : value}</dd>
      </div>
    ))}
  </dl>
)

/** The server's reason, shown beside the button: an error must not appear only in a toast. */
export const Fault = ({ fault }: { fault: string | null }) =>
  fault ? (
    <Notice tone="danger" role="alert">
      {fault}
    </Notice>
  ) : null
