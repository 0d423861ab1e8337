import type { ReactNode } from 'react'
import { joinClasses } from './class-names.ts'

export type EmptyStateProps = {
  title: ReactNode
  description?: ReactNode
  /** A lucide icon. */
  icon?: ReactNode
  /** A next step: 'Clear filters'. */
  action?: ReactNode
  className?: string | undefined
}

export function EmptyState({ title, description, icon, action, className }: EmptyStateProps) {
  return (
    <div className={joinClasses('empty', className)}>
      {icon}
      <p className="empty-title">{title}</p>
      {description != null ? <p className="max-w-prose">{description}</p> : null}
      {action != null ? <div className="mt-2 flex flex-wrap justify-center gap-2">{action}</div> : null}
    </div>
  )
}
