import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Fault } from '../bookings/panel.tsx'
import { textOf } from '../text.ts'
import { CodeInput, PasswordInput } from './proof-fields.tsx'
import { useStep } from './use-step.ts'

const t = textOf('twoFactor')
type Proof = { password: string; code: string }
type Props<T> = {
  title: string
  hint: string
  confirm: string
  isDanger?: boolean
  call: (proof: Proof) => Promise<T>
  onDone: (answer: T) => void
  onClose: () => void
}

/** Changes to the user's own two-factor sign-in require the password and a code. */
export function ProofDialog<T>({ title, hint, confirm, isDanger, call, onDone, onClose }: Props<T>) {
  const id = useId()
  const [proof, setProof] = useState<Proof>({ password: '', code: '' })
  const step = useStep(call, onDone)
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (proof.password !== '' && proof.code.trim() !== '' && !step.isPending) step.run(proof)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      keepOnOutsidePress
      title={title}
      closeLabel={t('close')}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" form={id} variant={isDanger ? 'danger' : 'primary'} loading={step.isPending}>
            {confirm}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={send} className="grid grid-cols-1 gap-4">
        <p className="text-ink-2">{hint}</p>
        <PasswordInput
          value={proof.password}
          error={step.errors.password}
          onChange={(password) => setProof({ ...proof, password })}
        />
        <CodeInput
          orRecovery
          value={proof.code}
          error={step.errors.code}
          onChange={(code) => setProof({ ...proof, code })}
        />
        <Fault fault={step.fault} />
      </form>
    </Dialog>
  )
}
