import type { ComponentProps, ReactNode } from 'react'
import { joinClasses } from './class-names.ts'

export type CardProps = ComponentProps<'div'> & {
  as?: 'div' | 'article' | 'section' | undefined
  /** With a soft shadow; flat otherwise. */
  raised?: boolean | undefined
}

/**
 * A sheet of paper. Put a picture first, then `<div className="card-body">`. A link with the class `card-link` inside
 * makes the whole card its target; what else is pressable in the card takes the class `card-above`.
 */
export function Card({ as: Tag = 'div', raised, className, ...rest }: CardProps) {
  return <Tag {...rest} className={joinClasses('card', raised && 'card-raised', className)} />
}

export type PassCardProps = {
  as?: 'div' | 'article' | 'section' | undefined
  /** Reaches the card's edges, above (or beside) the body. */
  media?: ReactNode
  /** Below the perforation: the price, the sum, the action. */
  stub: ReactNode
  /** From 640 px the stub stands beside the body, like a ticket's. */
  side?: boolean | undefined
  /** On wide screens the stub stays in the window while the body of a tall pass scrolls. */
  stickyStub?: boolean | undefined
  'aria-labelledby'?: string | undefined
  'aria-label'?: string | undefined
  id?: string | undefined
  className?: string | undefined
  children: ReactNode
}

/** A boarding pass: body, perforation with two notches, stub. For everything that can be booked. */
export function PassCard(props: PassCardProps) {
  const { as: Tag = 'div', media, stub, side, stickyStub, className, children, ...rest } = props
  const foot = (
    <>
      <div className="perf" aria-hidden="true" />
      <div className="pass-stub">{stub}</div>
    </>
  )
  return (
    <Tag {...rest} className={joinClasses('pass', side && 'pass-side', className)}>
      {media != null ? <div className="pass-media">{media}</div> : null}
      <div className="pass-body">{children}</div>
      {stickyStub ? <div className="pass-foot">{foot}</div> : foot}
    </Tag>
  )
}
