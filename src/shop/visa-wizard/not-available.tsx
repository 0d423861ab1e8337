import { Notice } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { useText } from '../intl/intl.tsx'
import { ShopLink } from '../routing/link.tsx'

/** A passport that this visa is not sold to: what to do instead. */
export function NotAvailable({ nextStep, hasContact }: { nextStep: string; hasContact?: boolean }) {
  const t = useText('visaCard')
  return (
    <Notice tone="warn" role="status" title={t('unavailable')}>
      <p className="wrap-anywhere">{nextStep}</p>
      <p className="mt-3 flex flex-wrap gap-2">
        {hasContact ? (
          <ShopLink href="/contact" className={buttonClass({ variant: 'secondary', size: 'sm' })}>
            {t('askUs')}
          </ShopLink>
        ) : null}
        <ShopLink href="/visas" className={buttonClass({ variant: 'secondary', size: 'sm' })}>
          {t('otherVisas')}
        </ShopLink>
      </p>
    </Notice>
  )
}
