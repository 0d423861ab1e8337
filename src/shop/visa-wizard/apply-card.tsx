import texts from 'shop-messages:visaCard'
import { CalendarCheck, FileCheck2 } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { addDays, dateIn } from '../../kernel/dates.ts'
import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import { Button } from '../../ui/button.tsx'
import { PassCard } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LoadingIndicator } from '../../ui/loading-indicator.tsx'
import { longDay, useNow } from '../intl/dates.ts'
import { addMessages, useText } from '../intl/intl.tsx'
import { ShopPrice } from '../money/shop-price.tsx'
import { useStepInAddress } from './use-step-in-address.ts'

addMessages(texts)

const loadWizard = () => import('./wizard.tsx')
const Wizard = lazy(async () => ({ default: (await loadWizard()).Wizard }))

/** Price, checklist, expected date, and 'Apply Now' (C073), which opens the wizard in a modal (C077). */
export function ApplyCard({ service }: { service: ServiceDetail }) {
  const t = useText('visaCard')
  const loading = useText('loading')
  const { step, open, close, onStep, addressOf } = useStepInAddress()
  const applyNow = (
    <Button size="lg" onPointerEnter={() => void loadWizard()} onClick={open} aria-haspopup="dialog">
      {t('apply')}
    </Button>
  )
  const price = service.from ? <ShopPrice amount={service.from} unit={service.unit} className="text-2xl" /> : null
  return (
    <>
      <PassCard
        stub={
          <div className="grid gap-4">
            {price}
            <div className="hidden lg:grid">{applyNow}</div>
          </div>
        }
      >
        <h2>{t('applyTitle')}</h2>
        <ReadyList service={service} />
        <ExpectedDay service={service} />
      </PassCard>
      <div
        data-price-bar=""
        className="fixed inset-x-0 bottom-0 z-30 flex items-center gap-3 border-t border-line bg-surface px-4 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] lg:hidden"
      >
        <div className="min-w-0 flex-1">{price}</div>
        {applyNow}
      </div>
      <Dialog
        open={step !== null}
        onClose={close}
        title={service.title}
        closeLabel={t('close')}
        size="full"
        keepOnOutsidePress
        className="wizard-dialog"
      >
        {step ? (
          <Suspense fallback={<LoadingIndicator type="page" message={loading('page')} />}>
            <Wizard service={service} wanted={step} onStep={onStep} hrefOf={addressOf} />
          </Suspense>
        ) : null}
      </Dialog>
    </>
  )
}

function ReadyList({ service }: { service: ServiceDetail }) {
  const t = useText('visaCard')
  return (
    <>
      <h3 className="mt-4 mb-3">{t('ready')}</h3>
      <ul className="ticks">
        {service.documents.map(({ name, label, required }) => (
          <li key={name}>
            <FileCheck2 aria-hidden="true" />
            <span>
              {label}
              {required ? null : <small>{t('optional')}</small>}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

/**
 * 'Apply today, expected by ...' from the estimated days, marked as an estimate; shown once the page knows the date.
 */
function ExpectedDay({ service }: { service: ServiceDetail }) {
  const t = useText('visaCard')
  const now = useNow()
  const days = service.details.estimated_days
  if (typeof days !== 'number') return null
  return (
    <p className="mt-5 flex min-h-12 items-start gap-2">
      <CalendarCheck aria-hidden="true" className="mt-0.5 size-5 flex-none text-success" />
      {now ? (
        <span>
          <strong>{t('expected', { day: longDay(addDays(dateIn(service.schedule.timeZone, now), days)) })}</strong>
          <span className="block text-sm text-ink-2">{t('estimate')}</span>
        </span>
      ) : null}
    </p>
  )
}
