import { useId } from 'react'
import { addDays, dateIn } from '../../kernel/dates.ts'
import { Timeline } from '../../ui/timeline.tsx'
import { useDates, useNow } from '../intl/dates.ts'
import { useText } from '../intl/intl.tsx'

const stages = ['received', 'checked', 'submitted', 'decided'] as const

/**
 * The stages of an application before it is made, with the expected day of the decision, marked as an estimate. The day
 * is shown once the page knows the date; null: the agency names none.
 */
export function ProcessStages({ days, zone }: { days: number | null; zone: string }) {
  const { longDay } = useDates()
  const t = useText('visaCard')
  const now = useNow()
  const id = useId()
  const expected = days === null ? null : now && t('expected', { day: longDay(addDays(dateIn(zone, now), days)) })
  return (
    <section aria-labelledby={id} className="mt-5">
      <h3 id={id} className="mb-3 text-base">
        {t('stagesTitle')}
      </h3>
      <Timeline
        steps={stages.map((stage) => ({
          key: stage,
          state: 'upcoming',
          title: t(`stages.${stage}`),
          body:
            stage === 'decided' && days !== null ? (
              <p className="min-h-12 text-sm text-ink-2">
                {expected ? (
                  <>
                    <strong className="text-ink">{expected}</strong>
                    <span className="block">{t('estimate')}</span>
                  </>
                ) : null}
              </p>
            ) : null,
        }))}
      />
    </section>
  )
}
