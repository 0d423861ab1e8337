import { type FormEvent, useEffect, useState } from 'react'
import type { PaymentPage } from '../../modules/payment/contract.ts'
import { previewOf } from '../../modules/payment/index.ts'
import { Badge, Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { RadioCards } from '../../ui/choices.tsx'
import { clearProblem, showProblem } from '../form/problem-toast.ts'
import { useText } from '../intl/intl.tsx'
import { ShopPrice } from '../money/shop-price.tsx'
import { useMoney } from '../money/use-money.ts'
import { ShopLink } from '../routing/link.tsx'
import { MethodTitle, MethodWords } from './method-words.tsx'
import { PayBar } from './pay-bar.tsx'
import { usePaymentFlow } from './payment-flow.ts'
import { endedAttempt } from './payment-state.ts'
import type { Paying } from './use-payment.ts'

type MethodChoiceProps = { payment: PaymentPage; paying: Paying }

export function MethodChoice({ payment, paying }: MethodChoiceProps) {
  const t = useText('payment')
  const { charged, show } = useMoney()
  const [chosen, setChosen] = useState('')
  const [isMissing, setMissing] = useState(false)
  const method = payment.methods.find(({ name }) => name === chosen)
  if (payment.methods.length === 0) return <NoMethods />
  const pay = (event: FormEvent) => {
    event.preventDefault()
    if (method) return void paying.start(method)
    setMissing(true)
    showProblem(t('chooseMethod'))
  }
  return (
    <form method="post" onSubmit={pay} noValidate className="grid gap-5">
      <LastTry payment={payment} paying={paying} />
      <RadioCards
        legend={t('methods')}
        name="payment-method"
        value={chosen}
        onChange={(name) => {
          setChosen(name)
          const taken = payment.methods.find((each) => each.name === name)
          if (taken) paying.prepare(taken)
          setMissing(false)
          clearProblem()
        }}
        error={isMissing ? t('chooseMethod') : undefined}
        options={payment.methods.map(
          ({ name, label, languages, means, badge, type, brands, manual_instructions: how, next, charge }) => ({
            value: name,
            title: <MethodTitle {...{ means, label, languages }} />,
            badge: <Badge tone={type === 'api' ? 'info' : 'neutral'}>{badge}</Badge>,
            description: <MethodWords {...{ brands, languages, next }} preview={previewOf(how)} />,
            aside: (
              <span className="method-charge">
                <ShopPrice amount={charge} isExact className="text-end" />
              </span>
            ),
          }),
        )}
      />
      {method && (method.isConverted || show(method.charge).own) ? (
        <p className="text-sm text-ink-2">{t('converted', { price: charged(method.charge) })}</p>
      ) : null}
      <PayBar>
        <Button type="submit" size="lg" block loading={paying.isBusy} loadingLabel={t('processing')}>
          {method
            ? t(`action.${actionOf(method.name)}`, { price: charged(method.charge) })
            : t('pay', { price: charged(payment.amount) })}
        </Button>
      </PayBar>
      {paying.otherWay ? (
        <Button variant="secondary" size="lg" block onClick={paying.otherWay.go}>
          {t('otherWay', { name: paying.otherWay.name })}
        </Button>
      ) : null}
    </form>
  )
}

/** Some methods take no money now. */
function actionOf(name: string): 'transfer' | 'arrival' | 'pay' {
  if (name === 'bank_transfer') return 'transfer'
  return name === 'cash_on_arrival' ? 'arrival' : 'pay'
}

/** Shown after a declined or cancelled payment; the booking stays (D82). */
function LastTry({ payment, paying }: MethodChoiceProps) {
  const t = useText('payment')
  const flow = usePaymentFlow()
  const ended = endedAttempt(payment)
  const provider = payment.methods.find(({ name }) => name === payment.attempt?.provider)
  usePrepared(ended ? provider : undefined, paying)
  if (paying.error) {
    return (
      <Notice tone="danger" role="alert" title={flow?.errorTitle ?? t('errorTitle')}>
        {paying.error}
      </Notice>
    )
  }
  if (!ended) return null
  return (
    <Notice tone={ended.state === 'failed' ? 'danger' : 'warn'} title={t(`ended.${ended.state}Title`)}>
      <p>{ended.message || t(ended.isUncharged ? `ended.${ended.state}Text` : 'ended.unclear')}</p>
      <p className="mt-1">{t('ended.stays')}</p>
      {provider ? (
        <Button
          variant="secondary"
          size="sm"
          className="mt-3"
          loading={paying.isBusy}
          onClick={() => void paying.start(provider)}
        >
          {t('tryAgain')}
        </Button>
      ) : null}
    </Notice>
  )
}

/** Preloads what 'Try again' needs. */
function usePrepared(method: PaymentPage['methods'][number] | undefined, { prepare }: Paying): void {
  const name = method?.name
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each method that was tried last
  useEffect(() => {
    if (method) prepare(method)
  }, [name])
}

function NoMethods() {
  const t = useText('payment')
  return (
    <Notice tone="warn" title={t('noMethods')}>
      <p>{t('noMethodsText')}</p>
      <p className="mt-2">
        <ShopLink href="/contact" className="font-semibold text-primary-strong underline underline-offset-4">
          {t('contactUs')}
        </ShopLink>
      </p>
    </Notice>
  )
}
