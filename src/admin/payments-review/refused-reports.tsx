import { useQuery } from '@tanstack/react-query'
import type { RefusedReports } from '../../modules/payment/contract.ts'
import { Accordion } from '../../ui/accordion.tsx'
import { Badge } from '../../ui/badge.tsx'
import { api } from '../api.ts'
import { Loaded } from '../form/section.tsx'
import { inWords } from '../labels.tsx'
import { textOf } from '../text.ts'
import { dateTime } from '../written.ts'

const t = textOf('reviews')
type Provider = RefusedReports['providers'][number]

/** Provider reports that failed verification. They changed nothing, but may be an attack. */
export function RefusedReportsSection() {
  const reports = useQuery({ queryKey: ['refused-reports'], queryFn: () => api.payment.admin.refusedReports() })
  return (
    <section aria-labelledby="refused">
      <h2 id="refused" className="text-lg">
        {t('refused')}
      </h2>
      <Loaded query={reports}>
        {({ days, keptAnHour, providers }) => (
          <>
            <p className="mt-1 mb-3 max-w-prose text-ink-2">{t('refusedIntro', { days, count: keptAnHour })}</p>
            {providers.length === 0 ? <p>{t('noneRefused', { days })}</p> : null}
            <div className="card px-4 empty:hidden sm:px-5">
              {providers.map((provider) => (
                <ProviderReports key={provider.provider} provider={provider} />
              ))}
            </div>
          </>
        )}
      </Loaded>
    </section>
  )
}

const ProviderReports = ({ provider: { label, total, reports } }: { provider: Provider }) => (
  <Accordion title={t('refusedOf', { name: label, count: total })}>
    {total > reports.length ? (
      <p className="mb-2 text-sm text-ink-2">{t('newestOnly', { count: reports.length })}</p>
    ) : null}
    <ul className="divide-y divide-line">
      {reports.map((report) => (
        <li key={report.id} className="grid gap-1 py-2 text-sm wrap-anywhere">
          <p className="flex flex-wrap items-center gap-2">
            <Badge tone={report.outcome === 'rejected' ? 'danger' : 'neutral'}>{t(`outcomes.${report.outcome}`)}</Badge>
            <time dateTime={report.at} className="text-ink-2">
              {dateTime(report.at)}
            </time>
          </p>
          <p>{inWords(report.why)}</p>
          {report.excerpt ? (
            <code className="block rounded-sm bg-sunken px-2 py-1 break-all">{report.excerpt}</code>
          ) : null}
        </li>
      ))}
    </ul>
  </Accordion>
)
