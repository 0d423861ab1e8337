import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, ShieldCheck, ShieldOff } from 'lucide-react'
import { useState } from 'react'
import type { TwoFactorState } from '../../modules/account/contract.ts'
import { Badge, Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { api } from '../api.ts'
import { FieldCard, Loaded } from '../form/section.tsx'
import { textOf } from '../text.ts'
import { dateTime } from '../written.ts'
import { ProofDialog } from './proof-dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SetUp } from './set-up.tsx'

const t = textOf('twoFactor')
type Part = 'set-up' | 'renew' | 'turn-off' | null

export function OwnTwoFactor() {
  const client = useQueryClient()
  const state = useQuery({ queryKey: ['own-two-factor'], queryFn: () => api.account.twoFactor.state() })
  const [part, setPart] = useState<Part>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const close = () => setPart(null)
  const settled = () => {
    for (const queryKey of [['own-two-factor'], ['own-sessions'], ['staff'], ['session'], ['audit']])
      void client.invalidateQueries({ queryKey })
  }
  const show = (made: readonly string[]) => {
    setCodes(made)
    close()
    settled()
  }
  const offNow = () => {
    showToast({ tone: 'success', title: t('isOffNow') })
    close()
    settled()
  }
  return (
    <FieldCard title={t('title')} intro={t('intro')}>
      <Loaded query={state}>
        {(now) =>
          codes ? (
            <RecoveryCodes codes={codes} heading="h3" onKept={() => setCodes(null)} />
          ) : part === 'set-up' ? (
            <SetUp onCodes={show} onCancel={close} />
          ) : (
            <Present state={now} onChoose={setPart} />
          )
        }
      </Loaded>
      {part === 'renew' ? (
        <ProofDialog
          title={t('renew')}
          hint={t('renewHint')}
          confirm={t('renew')}
          call={(proof) => api.account.twoFactor.renewCodes(proof)}
          onDone={({ recovery_codes }) => show(recovery_codes)}
          onClose={close}
        />
      ) : null}
      {part === 'turn-off' ? (
        <ProofDialog
          title={t('turnOffTitle')}
          hint={state.data?.is_required ? t('turnOffRequired') : t('turnOffHint')}
          confirm={t('turnOff')}
          isDanger
          call={(proof) => api.account.twoFactor.turnOff(proof)}
          onDone={offNow}
          onClose={close}
        />
      ) : null}
    </FieldCard>
  )
}

function Present({ state, onChoose }: { state: TwoFactorState; onChoose: (part: Part) => void }) {
  if (!state.is_on)
    return (
      <div className="flex flex-wrap items-center gap-3">
        <Badge icon={<ShieldOff aria-hidden="true" />}>{t('off')}</Badge>
        <Button icon={<ShieldCheck aria-hidden="true" />} onClick={() => onChoose('set-up')}>
          {t('setUp')}
        </Button>
      </div>
    )
  const left = state.recovery_codes_left
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone="success" icon={<ShieldCheck aria-hidden="true" />}>
          {t('on')}
        </Badge>
        {state.since ? <span className="text-ink-2">{t('since', { at: dateTime(state.since) })}</span> : null}
        <span className="text-ink-2">{t('left', { left })}</span>
      </p>
      {left <= 3 ? <Notice tone="warn">{t('fewLeft')}</Notice> : null}
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" icon={<KeyRound aria-hidden="true" />} onClick={() => onChoose('renew')}>
          {t('renew')}
        </Button>
        <Button variant="quiet" onClick={() => onChoose('turn-off')}>
          {t('turnOff')}
        </Button>
      </div>
    </>
  )
}
