import { useMutation } from '@tanstack/react-query'
import type { GatewayView } from '../../modules/payment/contract.ts'
import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { api, readFault } from '../api.ts'
import { textOf } from '../text.ts'
import { dateTime } from '../written.ts'

const t = textOf('payments')
const shell = textOf('shell')

/** The connection of a gateway: its webhook address, and a test with the stored credentials. */
export function Connection({ gateway, isChanged }: { gateway: GatewayView; isChanged: boolean }) {
  const { canTest, webhookUrl, label } = gateway
  if (!canTest && !webhookUrl) return null
  return (
    <div className="grid grid-cols-1 gap-4 border-t border-line pt-4">
      {webhookUrl ? (
        <div className="grid gap-1">
          <p className="font-semibold">{t('webhook')}</p>
          <p className="text-sm text-ink-2">{t('webhookHint', { name: label })}</p>
          <p className="flex flex-wrap items-center gap-2">
            <code className="min-w-0 rounded-sm bg-sunken px-2 py-1 text-sm break-all">{webhookUrl}</code>
            <CopyButton
              value={webhookUrl}
              label={t('copyWebhook', { name: label })}
              copiedLabel={t('copied')}
              iconOnly
            />
          </p>
        </div>
      ) : null}
      {/* A test result is valid only for the stored values it used. */}
      {canTest ? <Test key={gateway.version} gateway={gateway} isChanged={isChanged} /> : null}
    </div>
  )
}

function Test({ gateway: { name, label }, isChanged }: { gateway: GatewayView; isChanged: boolean }) {
  const test = useMutation({ mutationFn: () => api.payment.admin.testGateway({ name }) })
  return (
    <div className="grid justify-items-start gap-2">
      <Button variant="secondary" size="sm" loading={test.isPending} onClick={() => test.mutate()}>
        {t('test')}
        <span className="sr-only">: {label}</span>
      </Button>
      <p className="text-sm text-ink-2">{t(isChanged ? 'testUnsaved' : 'testHint')}</p>
      <div role="status" className="w-full empty:hidden">
        {test.isPending ? <p className="text-sm text-ink-2">{t('testing', { name: label })}</p> : null}
        {test.data && !test.isPending ? (
          <Notice tone={test.data.isFine ? 'success' : 'danger'} title={t(test.data.isFine ? 'testFine' : 'testBad')}>
            <p className="wrap-anywhere">{test.data.message}</p>
            <p className="text-sm">
              {t(test.data.mode === 'test' ? 'testedTest' : 'testedLive', { at: dateTime(test.data.at) })}
            </p>
          </Notice>
        ) : null}
        {test.error && !test.isPending ? (
          <Notice tone="danger" title={t('testFailed')}>
            {readFault(test.error).message || shell('unreachable')}
          </Notice>
        ) : null}
      </div>
    </div>
  )
}
