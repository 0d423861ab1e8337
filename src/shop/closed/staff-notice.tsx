import texts from 'shop-messages:closed'
import { EyeOff } from 'lucide-react'
import { useChrome } from '../client/use-chrome.tsx'
import { useSession } from '../client/use-session.ts'
import { addMessages, useText } from '../intl/intl.tsx'

addMessages(texts)

const ways = {
  soon: '/admin/setup',
  maintenance: '/admin/content?tab=siteSettings&setting=maintenance_mode',
} as const

/** Reminds staff that nobody else sees what they see. */
export function StaffNotice() {
  const t = useText('closed')
  const { state } = useChrome()
  const { user } = useSession()
  if (state === 'open' || !user?.is_admin) return null
  return (
    <aside
      aria-label={t('staffLabel')}
      className="pointer-events-auto mx-3 mb-3 flex max-w-md items-start gap-3 rounded-lg border border-line bg-surface p-3 text-sm shadow-lift md:mx-5"
    >
      <EyeOff aria-hidden="true" className="mt-0.5 size-5 flex-none text-warn" />
      <p>
        {t(`${state}.seen`)} <a href={ways[state]}>{t(`${state}.way`)}</a>
      </p>
    </aside>
  )
}
