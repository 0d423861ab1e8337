import texts from 'shop-messages:visaCard'
import { CalendarCheck, FileCheck2 } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { dateIn } from '../../kernel/dates.ts'
import { money } from '../../kernel/money.ts'
import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import { asksNationality } from '../../services/shared/nationality-rules.ts'
import type { VisaDetails } from '../../services/visa/fields.ts'
import { offerFor, type VisaOffer } from '../../services/visa/offer.ts'
import { addSixMonths, documentsWith } from '../../services/visa/rules.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { PassCard } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LoadingIndicator } from '../../ui/loading-indicator.tsx'
import { useSay } from '../../ui/say.tsx'
import { NoScript } from '../form/no-script.tsx'
import { useDates, useNow } from '../intl/dates.ts'
import { addMessages, useText } from '../intl/intl.tsx'
import { ShopPrice } from '../money/shop-price.tsx'
import { ShopLink } from '../routing/link.tsx'
import { NotAvailable } from './not-available.tsx'
import { isPassportChosen, passportOf } from './passport.ts'
import { PassportChoice } from './passport-choice.tsx'
import { ProcessStages } from './process-stages.tsx'
import { usePassport } from './use-passport.ts'
import { useStepInAddress } from './use-step-in-address.ts'

addMessages(texts)

const loadWizard = () => import('./wizard.tsx')
const Wizard = lazy(async () => ({ default: (await loadWizard()).Wizard }))

/** Price, checklist, expected date, and 'Apply Now' (C073), which opens the wizard in a modal (C077). */
export function ApplyCard({ service }: { service: ServiceDetail }) {
  const t = useText('visaCard')
  const loading = useText('loading')
  const { step, open, close, onStep, addressOf } = useStepInAddress()
  const { details } = service
  const { passport, choose } = usePassport(service)
  const asks = asksNationality(details)
  const isChosen = isPassportChosen(details, passport)
  const offer = offerFor(details as VisaDetails, passportOf(passport))
  const isSold = !asks || !isChosen || offer.isAvailable
  const applyNow = isSold ? (
    <Button size="lg" onPointerEnter={() => void loadWizard()} onClick={open} aria-haspopup="dialog">
      {t('apply')}
    </Button>
  ) : (
    <ShopLink href="/contact" className={buttonClass({ size: 'lg' })}>
      {t('askUs')}
    </ShopLink>
  )
  const amount = asks && isChosen ? money(offer.price, service.currency) : service.from
  const price =
    isSold && amount ? (
      <span className="flex flex-wrap items-baseline gap-x-2">
        {asks && !isChosen ? <span className="text-sm text-ink-2">{t('from')}</span> : null}
        <ShopPrice amount={amount} unit={service.unit} className="text-2xl" />
      </span>
    ) : null
  return (
    <>
      <PassCard
        stickyStub
        stub={
          <div className="grid gap-4">
            {price}
            <div className="needs-scripts hidden lg:grid">{applyNow}</div>
          </div>
        }
      >
        <h2>{t('applyTitle')}</h2>
        <NoScript isBooking />
        {asks ? (
          <section className="mt-4 grid gap-3">
            <h3>{t('passportTitle')}</h3>
            <p className="text-ink-2">{t(isChosen ? 'everyone' : 'passportText')}</p>
            <PassportChoice service={service} passport={passport} onChange={choose} />
            {isChosen ? <Offer offer={offer} /> : null}
          </section>
        ) : null}
        {isSold ? (
          <>
            <ReadyList service={service} offer={asks && isChosen ? offer : null} />
            {asks ? <PassportValidity zone={service.schedule.timeZone} /> : null}
            <ProcessStages days={offer.processingDays} zone={service.schedule.timeZone} />
          </>
        ) : null}
      </PassCard>
      <div
        data-price-bar=""
        className="fixed inset-x-0 bottom-0 z-30 flex items-center gap-3 border-t border-line bg-surface px-4 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] needs-scripts lg:hidden"
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

/** What the visa takes and gives with this passport, or what to do instead. */
function Offer({ offer }: { offer: VisaOffer }) {
  const t = useText('visaCard')
  if (!offer.isAvailable) return <NotAvailable nextStep={offer.nextStep} />
  const { processingDays, maxStayDays, validityDays, nextStep } = offer
  return (
    <div role="status">
      <ul className="facts">
        {processingDays === null ? null : <li>{t('days', { count: processingDays })}</li>}
        <li>{t('stay', { count: maxStayDays })}</li>
        {validityDays === null ? null : <li>{t('validity', { count: validityDays })}</li>}
      </ul>
      {nextStep ? <p className="mt-2 wrap-anywhere">{nextStep}</p> : null}
    </div>
  )
}

function ReadyList({ service, offer }: { service: ServiceDetail; offer: VisaOffer | null }) {
  const t = useText('visaCard')
  const say = useSay()
  const documents = offer ? documentsWith(offer.documents) : service.documents
  return (
    <>
      <h3 className="mt-4 mb-3">{t('ready')}</h3>
      <ul className="ticks">
        {documents.map(({ name, label, required }) => (
          <li key={name}>
            <FileCheck2 aria-hidden="true" />
            <span>
              {say(label)}
              {required ? null : <small>{t('optional')}</small>}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The six-month rule (D169), before anybody types a passport. Shown once the page knows the date. */
function PassportValidity({ zone }: { zone: string }) {
  const { longDay } = useDates()
  const t = useText('visaCard')
  const now = useNow()
  return (
    <p className="mt-4 flex min-h-12 items-start gap-2 text-sm">
      <CalendarCheck aria-hidden="true" className="mt-0.5 size-5 flex-none text-success" />
      {now ? <span>{t('passportValid', { day: longDay(addSixMonths(dateIn(zone, now))) })}</span> : null}
    </p>
  )
}
