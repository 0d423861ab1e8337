import { LogoMark } from '../../ui/logo.tsx'
import { useChrome } from '../client/use-chrome.ts'
import { mailHref } from '../frame/contact.ts'
import { PageHead } from '../head/page-head.tsx'
import { useText } from '../intl/intl.tsx'

/** Replaces every page while the shop is closed (C033). */
export function MaintenancePage() {
  const t = useText('maintenance')
  const { contactEmail } = useChrome()
  return (
    <div className="grid min-h-dvh place-items-center px-4 py-16 text-center">
      <PageHead title={t('title')} isPrivate />
      <main>
        <LogoMark className="mx-auto size-16 text-primary" />
        <h1 className="mt-6">{t('title')}</h1>
        <p className="mx-auto mt-3 max-w-md text-ink-2">{t('text')}</p>
        {contactEmail ? (
          <p className="mt-6">
            <a href={mailHref(contactEmail)}>{contactEmail}</a>
          </p>
        ) : null}
      </main>
    </div>
  )
}
