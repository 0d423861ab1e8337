import type { LocalDate, LocalTime } from '../../kernel/dates.ts'
import { isEmail } from '../../kernel/email.ts'
import type { FieldError } from '../../kernel/refusal.ts'
import type { Party, PartyRules } from '../../services/kind.ts'
import { partyErrors } from '../../services/shared/party.ts'
import { useShop } from '../client/context.tsx'
import { useDraftForm } from '../form/use-draft-form.ts'
import { useText } from '../intl/intl.tsx'

export const waitingFields = ['departure', 'email', 'name', 'adults', 'children', 'infants'] as const

function valuesOf(form: HTMLFormElement) {
  const data = new FormData(form)
  const text = (name: string) => String(data.get(name) ?? '').trim()
  const count = (name: string) => (/^\d{1,3}$/.test(text(name)) ? Number(text(name)) : text(name) === '' ? 0 : -1)
  const [date = '', time = ''] = text('departure').split(' ')
  return {
    ...{ date, time: time || null, email: text('email'), name: text('name') },
    ...{ adults: count('adults'), children: count('children'), infants: count('infants') },
    company_website: text('company_website'),
  }
}

/** As the item or its kind describes it. */
export type WaitingParty = Omit<PartyRules, 'fixed'> & { readonly fixed?: Party | undefined }
/** A departure with a waiting list to join. */
export interface FullDeparture {
  readonly date: LocalDate
  readonly time: LocalTime | null
}
export interface NotifyDialogProps {
  readonly service: {
    readonly id: string
    readonly kind: string
    readonly schedule: { readonly hasWaitingList: boolean }
  }
  readonly departures: readonly FullDeparture[]
  /** What is chosen in the booking form. */
  readonly chosen: {
    readonly date: string
    readonly time: string
    readonly adults: number
    readonly children: number
    readonly infants: number
  }
  readonly party: WaitingParty
  readonly onClose: () => void
}

type Item = { readonly service: { readonly id: string; readonly kind: string }; readonly party: WaitingParty }

export function useNotifyForm({ service, party: { fixed, ...rules } }: Item) {
  const { api } = useShop()
  const t = useText('waiting')
  return useDraftForm({
    draft: `safar-waiting:${service.id}`,
    words: t,
    valuesOf,
    keptOf: ({ email, name }) => ({ email, name }),
    check: ({ email, adults, children, infants }): FieldError[] => [
      ...(isEmail(email) ? [] : [{ path: 'email', message: t('wrongEmail') }]),
      ...(fixed ? [] : partyErrors({ adults, children, infants }, rules)),
    ],
    send: async (fields) => {
      const { adults, children, infants } = fixed ?? fields
      await api.inventory.waiting.join({
        kind: service.kind,
        idOrSlug: service.id,
        ...fields,
        adults,
        children,
        infants,
      })
    },
  })
}
