import { Mail, MessageCircle, Pencil } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { CustomerView } from '../../modules/customer/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Panel, Rows } from '../bookings/panel.tsx'
import { Email } from '../labels.tsx'
import { textOf } from '../text.ts'
import { dateTime } from '../written.ts'
import { EditDialog } from './edit-dialog.tsx'

const t = textOf('customer')
type Props = { customer: CustomerView; onDone: () => void }

export function ContactPanel({ customer, onDone }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { email, phone, language, marketing_at } = customer
  const marketing = t(`marketing.${customer.marketing}`)
  return (
    <Panel id="contact" title={t('contact')}>
      <Rows
        rows={[
          [t('email'), email && <Address key="email" customer={customer} address={email} />],
          [t('phone'), phone && <bdi dir="ltr">{phone}</bdi>],
          ...furtherRows(customer),
          [t('language'), language],
          [
            t('marketingConsent'),
            marketing_at ? t('since', { what: marketing, at: dateTime(marketing_at) }) : marketing,
          ],
          [t('known'), dateTime(customer.created_at)],
        ]}
      />
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" icon={<Pencil aria-hidden="true" />} onClick={() => setOpen(true)}>
          {t('edit')}
        </Button>
        {email ? (
          <a href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`} className={small}>
            <Mail aria-hidden="true" /> {t('write')}
          </a>
        ) : null}
        {phone?.startsWith('+') ? (
          <a href={`https://wa.me/${phone.slice(1)}`} target="_blank" rel="noopener noreferrer" className={small}>
            <MessageCircle aria-hidden="true" /> {t('whatsApp')}
          </a>
        ) : null}
      </div>
      {isOpen ? <EditDialog customer={customer} onDone={onDone} onClose={() => setOpen(false)} /> : null}
    </Panel>
  )
}
const small = buttonClass({ variant: 'secondary', size: 'sm' })

const Address = ({ customer, address }: { customer: CustomerView; address: string }) => (
  <>
    <Email address={address} />
    {customer.emails.some(({ value, is_verified }) => value === address && is_verified) ? (
      <Badge tone="success" className="ms-2">
        {t('verified')}
      </Badge>
    ) : null}
  </>
)

/** Other addresses and numbers of the bookings. */
function furtherRows(customer: CustomerView): (readonly [string, ReactNode])[] {
  const emails = customer.emails.map(({ value }) => value).filter((value) => value !== customer.email)
  const phones = customer.phones.filter((value) => value !== customer.phone)
  return [
    ...rowOf(
      'furtherEmails',
      emails.map((value) => <Address key={value} customer={customer} address={value} />),
    ),
    ...rowOf(
      'furtherPhones',
      phones.map((value) => (
        <bdi key={value} dir="ltr">
          {value}
        </bdi>
      )),
    ),
  ]
}

const rowOf = (label: string, values: readonly ReactNode[]): (readonly [string, ReactNode])[] =>
  values.length === 0
    ? []
    : [
        [
          t(label),
          <ul key={label} className="grid gap-1">
            {values.map((value, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order
              <li key={at}>{value}</li>
            ))}
          </ul>,
        ],
      ]
