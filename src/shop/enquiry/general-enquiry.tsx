import { PageHead } from '../head/page-head.tsx'
import { useText } from '../intl/intl.tsx'
import { EnquiryForm } from './enquiry-form.tsx'
import { WaysToReach } from './ways-to-reach.tsx'

/** /booking?type=general: a message for what the shop does not sell directly (D87). */
export function GeneralEnquiry() {
  const t = useText('enquiry')
  return (
    <section className="wide max-w-5xl py-10">
      <PageHead title={t('generalTitle')} description={t('generalIntro')} canonical="/booking?type=general" />
      <h1>{t('generalTitle')}</h1>
      <p className="mt-2 max-w-2xl text-lg text-ink-2">{t('generalIntro')}</p>
      <div className="mt-8 grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <EnquiryForm topic="general" title={t('formTitle')} />
        <WaysToReach />
      </div>
    </section>
  )
}
