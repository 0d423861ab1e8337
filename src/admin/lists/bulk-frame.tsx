import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { textOf } from '../text.ts'

const t = textOf('lists')

type Props = {
  count: number
  /** Beside the count. */
  more?: ReactNode
  onClear: () => void
  children: ReactNode
}

/** What can be done with the selected rows, at the foot of the window. Nothing while none is selected. */
export const BulkFrame = ({ count, more, onClear, children }: Props) =>
  count === 0 ? null : (
    <section
      aria-label={t('selected', { count })}
      className="sticky bottom-3 z-10 mt-4 flex items-center gap-2 rounded-lg border border-line bg-surface p-3 shadow-lift max-sm:overflow-x-auto max-sm:[&>*]:flex-none sm:flex-wrap"
    >
      <div className="me-auto flex flex-wrap items-center gap-x-2">
        <p role="status" className="font-semibold">
          {t('selected', { count })}
        </p>
        {more}
      </div>
      {children}
      <Button variant="quiet" size="sm" onClick={onClear}>
        {t('clearSelection')}
      </Button>
    </section>
  )
