import { Ban, CircleAlert, CircleCheck, Clock, Info, type LucideIcon, Sparkles } from 'lucide-react'
import type { ReactNode } from 'react'
import { joinClasses } from './class-names.ts'

export type Tone = 'neutral' | 'info' | 'success' | 'warn' | 'danger' | 'jade' | 'gold'

const toneIcons: Record<Tone, LucideIcon> = {
  neutral: Ban,
  info: Info,
  success: CircleCheck,
  warn: Clock,
  danger: CircleAlert,
  jade: Sparkles,
  gold: Sparkles,
}

type BadgeProps = { tone?: Tone | undefined; icon?: ReactNode; className?: string | undefined; children: ReactNode }

/** A small fact about a thing: 'Featured', 'From your city'. */
export function Badge({ tone = 'neutral', icon, className, children }: BadgeProps) {
  return (
    <span className={joinClasses('badge', `tone-${tone}`, className)}>
      {icon}
      {children}
    </span>
  )
}

/** A state, drawn like a stamp: colour, icon and word together, so that none of them carries it alone. */
export function StatusBadge({ tone = 'neutral', icon, className, children }: BadgeProps) {
  const ToneIcon = toneIcons[tone]
  return (
    <span className={joinClasses('badge stamp', `tone-${tone}`, className)}>
      {icon ?? <ToneIcon aria-hidden="true" />}
      {children}
    </span>
  )
}

export type NoticeProps = {
  tone?: Tone | undefined
  title?: ReactNode
  icon?: ReactNode
  /** Announced at once when it appears after an action. */
  role?: 'alert' | 'status' | undefined
  className?: string | undefined
  children?: ReactNode
}

/** A message that stays in the page, beside what it is about. */
export function Notice({ tone = 'info', title, icon, role, className, children }: NoticeProps) {
  const ToneIcon = toneIcons[tone]
  return (
    <div role={role} className={joinClasses('notice', `tone-${tone}`, className)}>
      {icon ?? <ToneIcon aria-hidden="true" />}
      <div className="min-w-0 flex-1">
        {title != null ? <p className="notice-title">{title}</p> : null}
        {children}
      </div>
    </div>
  )
}
