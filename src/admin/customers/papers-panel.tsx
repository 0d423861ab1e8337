import { Link } from '@tanstack/react-router'
import type { CustomerView, ExpiryState } from '../../modules/customer/index.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { bookingHref } from '../bookings/filters.ts'
import { Panel } from '../bookings/panel.tsx'
import { inWords } from '../labels.tsx'
import { textOf } from '../text.ts'
import { dateTime, listed } from '../written.ts'

const t = textOf('customer')
const tones: Readonly<Partial<Record<ExpiryState, Tone>>> = { expired: 'danger', soon: 'warn' }

export const PapersPanel = ({ customer: { passports, documents } }: { customer: CustomerView }) => (
  <Panel id="papers" title={t('papers')}>
    {passports.length + documents.length === 0 ? <p className="text-[0.9375rem] text-ink-2">{t('noPapers')}</p> : null}
    {passports.length > 0 ? (
      <>
        <h3 className="text-sm text-ink-2">{t('passports')}</h3>
        <ul className="divide-y divide-line">
          {passports.map((passport) => (
            <Passport key={passport.passport_number} passport={passport} />
          ))}
        </ul>
      </>
    ) : null}
    {documents.length > 0 ? (
      <>
        <h3 className="text-sm text-ink-2">{t('uploads')}</h3>
        <ul className="divide-y divide-line">
          {documents.map((document) => (
            <Document key={document.id} document={document} />
          ))}
        </ul>
      </>
    ) : null}
  </Panel>
)

const Passport = ({ passport }: { passport: CustomerView['passports'][number] }) => (
  <li className="grid gap-1 py-2">
    <div className="flex flex-wrap items-center justify-between gap-2">
      <span>
        {passport.name} · <bdi dir="ltr">{passport.passport_number}</bdi>
      </span>
      <span className="flex flex-wrap items-center gap-2">
        {t('expires', { day: passport.passport_expiry ?? t('unknownDay') })}
        {tones[passport.state] ? <Badge tone={tones[passport.state]}>{t(`expiry.${passport.state}`)}</Badge> : null}
      </span>
    </div>
    <OfBooking of={passport} />
  </li>
)

const Document = ({ document }: { document: CustomerView['documents'][number] }) => (
  <li className="grid gap-1 py-2">
    <div className="flex flex-wrap items-center justify-between gap-2">
      <span>{listed([inWords(document.name), document.traveller], 'dots')}</span>
      <time dateTime={document.at} className="text-sm text-ink-2">
        {dateTime(document.at)}
      </time>
    </div>
    <OfBooking of={document} />
  </li>
)

const OfBooking = ({ of }: { of: { readonly booking_reference: string; readonly service_title: string } }) => (
  <p className="text-sm text-ink-2">
    <Link to={bookingHref(of.booking_reference) as never} className="text-primary-strong">
      {of.booking_reference}
    </Link>
    {` · ${of.service_title}`}
  </p>
)
