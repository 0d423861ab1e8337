import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { TwoFactorSetup } from '../../modules/account/contract.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { api } from '../api.ts'
import { Fault } from '../bookings/panel.tsx'
import { textOf } from '../text.ts'
import { CodeInput, PasswordInput } from './proof-fields.tsx'
import { useStep } from './use-step.ts'

const t = textOf('twoFactor')
type Props = {
  onCodes: (codes: readonly string[]) => void
  onCancel?: (() => void) | undefined
}

export function SetUp({ onCodes, onCancel }: Props) {
  const [setup, setSetup] = useState<TwoFactorSetup | null>(null)
  return setup ? (
    <Scan setup={setup} onCodes={onCodes} onCancel={onCancel} />
  ) : (
    <Password onDone={setSetup} onCancel={onCancel} />
  )
}

const Cancel = ({ onCancel }: Pick<Props, 'onCancel'>) =>
  onCancel ? (
    <Button variant="secondary" onClick={onCancel}>
      {t('cancel')}
    </Button>
  ) : null

function useFocusFirst(attempt: number) {
  const form = useRef<HTMLFormElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt moves the focus again
  useEffect(() => form.current?.querySelector('input')?.focus(), [attempt])
  return form
}

type PasswordProps = { onDone: (setup: TwoFactorSetup) => void; onCancel: Props['onCancel'] }
function Password({ onDone, onCancel }: PasswordProps) {
  const [password, setPassword] = useState('')
  const start = useStep(() => api.account.twoFactor.start({ password }), onDone)
  const form = useFocusFirst(start.attempt)
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (password !== '' && !start.isPending) start.run(undefined)
  }
  return (
    <form ref={form} noValidate onSubmit={send} className="grid max-w-md gap-4">
      <p className="text-ink-2">{t('passwordFirst')}</p>
      <PasswordInput value={password} error={start.errors.password} onChange={setPassword} />
      <Fault fault={start.fault} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" loading={start.isPending}>
          {t('next')}
        </Button>
        <Cancel onCancel={onCancel} />
      </div>
    </form>
  )
}

function Scan({ setup, onCodes, onCancel }: Props & { setup: TwoFactorSetup }) {
  const [code, setCode] = useState('')
  const confirm = useStep(
    () => api.account.twoFactor.confirm({ code }),
    ({ recovery_codes }) => onCodes(recovery_codes),
  )
  const form = useFocusFirst(confirm.attempt)
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() !== '' && !confirm.isPending) confirm.run(undefined)
  }
  return (
    <form ref={form} noValidate onSubmit={send} className="grid gap-5 md:grid-cols-[auto_minmax(0,1fr)] md:gap-8">
      <QrCode qr={setup.qr} />
      <div className="grid min-w-0 content-start gap-4">
        <p className="text-ink-2">{t('scan')}</p>
        <div>
          <p className="text-sm font-semibold">{t('key')}</p>
          <p className="flex flex-wrap items-center gap-2">
            <code className="rounded-sm bg-sunken px-2 py-1 font-mono text-[0.9375rem] wrap-anywhere">{setup.key}</code>
            <CopyButton value={setup.key.replaceAll(' ', '')} label={t('copyKey')} copiedLabel={t('copied')} />
          </p>
        </div>
        <CodeInput value={code} error={confirm.errors.code} onChange={setCode} />
        <Fault fault={confirm.fault} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" loading={confirm.isPending}>
            {t('turnOn')}
          </Button>
          <Cancel onCancel={onCancel} />
        </div>
      </div>
    </form>
  )
}

/** Dark on light in both themes, because cameras need it. */
const QrCode = ({ qr: { size, path } }: Pick<TwoFactorSetup, 'qr'>) => (
  <svg
    role="img"
    aria-label={t('qr')}
    viewBox={`-4 -4 ${size + 8} ${size + 8}`}
    shapeRendering="crispEdges"
    className="size-56 max-w-full rounded-sm border border-line"
  >
    <rect x="-4" y="-4" width={size + 8} height={size + 8} fill="white" />
    <path d={path} fill="black" />
  </svg>
)
