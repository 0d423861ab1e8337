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
  /** Small beneath: the same amount in the currency it is charged in. */
  own?: string | undefined
  className?: string | undefined
}

/** An amount in the display face. It is isolated from the direction of the text around it. */
export function Price({ children, was, wasLabel, unit, own, className }: PriceProps) {
  const line = (
    <span className={joinClasses('inline-flex flex-wrap items-baseline gap-x-2', own ? '' : className)}>
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
  if (!own) return line
  return (
    <span className={joinClasses('price-pair', className)}>
      {line}
      <OwnAmount>{own}</OwnAmount>
    </span>
  )
}

export function OwnAmount({ children }: { children: string | undefined }) {
  return children ? (
    <bdi dir="ltr" className="price-own">
      {children}
    </bdi>
  ) : null
}

type Amount = { amount: string; own?: string | undefined }
export type SumLine = Amount & { key: string; label: ReactNode }

/** The lines of a price and their total. */
type PriceSumProps = {
  lines: readonly SumLine[]
  total: Amount & { label: ReactNode }
  /** Further terms and amounts: in one list their digits line up. */
  children?: ReactNode
}
export function PriceSum({ lines, total, children }: PriceSumProps) {
  return (
    <dl className="sum">
      {lines.map((line) => (
        <SumRow {...line} key={line.key} />
      ))}
      <SumRow {...total} className="sum-total" />
      {children}
    </dl>
  )
}

type SumRowProps = Amount & { label: ReactNode; className?: string }

function SumRow({ label, amount, own, className }: SumRowProps) {
  return (
    <>
      <dt className={className}>{label}</dt>
      <dd className={className}>
        <bdi dir="ltr">{amount}</bdi>
        <OwnAmount>{own}</OwnAmount>
      </dd>
    </>
  )
}
