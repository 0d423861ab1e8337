import type { StaffArea } from '../../kernel/staff.ts'
import { Notice } from '../../ui/badge.tsx'
import { useMayEnter } from '../may-enter.ts'
import { textOf } from '../text.ts'
import { BankStep } from './bank-step.tsx'
import { ItemStep } from './item-step.tsx'
import { MailStep } from './mail-step.tsx'
import { SettingsStep } from './settings-step.tsx'
import type { Setup, Step } from './setup-data.ts'
import { StaffStep } from './staff-step.tsx'

const t = textOf('setup')

type Props = { step: Step; setup: Setup; onDone: () => void }

/** Each step writes through the same calls as the screen of its setting. */
export function StepContent({ step, setup, onDone }: Props) {
  const isDone = step.is_done
  const form = { isDone, onDone }
  switch (step.step) {
    case 'name':
      return <SettingsStep {...form} settings={['site_title']} needed="site_title" />
    case 'logo':
      return <SettingsStep {...form} settings={['site_logo']} needed="site_logo" />
    case 'address':
      return <SettingsStep {...form} settings={['address', 'country']} needed="address" />
    case 'phone':
      return <SettingsStep {...form} settings={['contact_phone', 'whatsapp', 'contact_email']} needed="contact_phone" />
    case 'currency':
      return <SettingsStep {...form} settings={['display_currency', 'currency']} />
    case 'time_zone':
      return <SettingsStep {...form} settings={['time_zone']} />
    case 'payment':
      return (
        <Only area="gateways">
          <BankStep onDone={onDone} />
        </Only>
      )
    case 'mail':
      return (
        <Only area="gateways">
          <MailStep setup={setup} />
        </Only>
      )
    case 'item':
      return <ItemStep />
    case 'staff':
      return (
        <Only area="staff">
          <StaffStep />
        </Only>
      )
  }
}

/** Managers see every step; what only owners may set is theirs to do. */
function Only({ area, children }: { area: StaffArea; children: React.ReactNode }) {
  return useMayEnter(area) ? children : <Notice>{t('askOwner')}</Notice>
}
