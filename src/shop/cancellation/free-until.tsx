import type { LocalDate } from '../../kernel/dates.ts'
import { plainDay } from '../dates.ts'
import { useText } from '../intl.tsx'

/** 'Free cancellation until 12 Dec 2026', where that is true (C057). Pages that use it bring the area `states`. */
export function FreeUntil({ day }: { day: LocalDate | null }) {
  const t = useText('states')
  return day ? <p className="mt-2 text-sm font-medium text-success">{t('freeUntil', { day: plainDay(day) })}</p> : null
}
