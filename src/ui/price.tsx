import type { ReactNode } from 'react'
import { joinClasses } from './class-names.ts'

export type PriceProps = {
  /** Already formatted: '₹11,500'. */
  children: string
  /** What it cost before. */
  was?: string | undefined
  /** Read aloud before `was`: 'Before'. */
  wasLabel?: string | undefined
  /** Stands after the amount: 'per person'. */
  unit?: ReactNode
  className?: string | undefined
}

/** An amount in the display face. It is isolated from the direction of the text around it. */
export function Price({ children, was, wasLabel, unit, className }: PriceProps) {
  return (
    <span className={joinClasses('inline-flex flex-wrap items-baseline gap-x-2', className)}>
      {was ? (
        <s className="price-was text-sm">
          {wasLabel ? <span className="sr-only">{wasLabel} </span> : null}
          <bdi dir="ltr">{was}</bdi>
        </s>
      ) : null}
      <bdi dir="ltr" className="price">
        {children}
      </bdi>
      {unit != null ? <span className="text-ink-2 text-sm">{unit}</span> : null}
    </span>
  )
}

export type SumLine = { key: string; label: ReactNode; amount: string }

/** The lines of a price and their total. */
export function PriceSum({ lines, total }: { lines: readonly SumLine[]; total: { label: ReactNode; amount: string } }) {
  return (
    <dl className="sum">
      {lines.map((line) => (
        <SumRow key={line.key} label={line.label} amount={line.amount} />
      ))}
      <SumRow label={total.label} amount={total.amount} className="sum-total" />
    </dl>
  )
}

function SumRow({ label, amount, className }: { label: ReactNode; amount: string; className?: string }) {
  return (
    <>
      <dt className={className}>{label}</dt>
      <dd className={className}>
        <bdi dir="ltr">{amount}</bdi>
      </dd>
    </>
  )
}
