import { textOf } from '../text.ts'
import { dateTime } from '../written.ts'

const t = textOf('trash')

interface Props {
  readonly at: string
  readonly by: string
  readonly daysLeft: number
}

/** When and by whom something was deleted, and how long it can be restored. */
export const DeletedAt = ({ at, by, daysLeft }: Props) => (
  <span className="block text-sm text-ink-2 wrap-anywhere">
    {t('deletedBy', { name: by })}{' '}
    <time dateTime={at} className="whitespace-nowrap">
      {dateTime(at)}
    </time>
    <span className="block font-semibold">{t('daysLeft', { count: daysLeft })}</span>
  </span>
)
