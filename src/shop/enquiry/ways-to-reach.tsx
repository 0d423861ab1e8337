import { Clock, Mail, MapPin, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { useChrome } from '../client/use-chrome.tsx'
import { mailHref, phoneHref } from '../frame/contact.ts'
import { useText } from '../intl/intl.tsx'

/** Phone, email, offices and hours, from the settings (C276, C277). Beside the hours the claim would contradict them. */
export function WaysToReach() {
  const t = useText('contact')
  const { contactPhone, contactEmail, address, businessHours, supportClaim, replyClaim, lang: of } = useChrome()
  const link = 'font-medium text-primary-strong underline underline-offset-4'
  return (
    <ul className="grid content-start gap-5">
      {contactPhone ? (
        <Way
          icon={<Phone aria-hidden="true" />}
          title={t('phone')}
          note={businessHours ? '' : supportClaim}
          noteLang={of?.supportClaim}
        >
          <a href={phoneHref(contactPhone)} className={link}>
            <bdi>{contactPhone}</bdi>
          </a>
        </Way>
      ) : null}
      {contactEmail ? (
        <Way icon={<Mail aria-hidden="true" />} title={t('email')} note={replyClaim} noteLang={of?.replyClaim}>
          <a href={mailHref(contactEmail)} className={`${link} break-all`}>
            {contactEmail}
          </a>
        </Way>
      ) : null}
      {businessHours ? (
        <Way icon={<Clock aria-hidden="true" />} title={t('hours')}>
          <span lang={of?.businessHours}>{businessHours}</span>
        </Way>
      ) : null}
      {(address ? address.split('\n') : []).map((place, index) => (
        <Way key={place} icon={<MapPin aria-hidden="true" />} title={index === 0 ? t('offices') : null}>
          <span lang={of?.address}>{place}</span>
        </Way>
      ))}
    </ul>
  )
}

type WayProps = {
  icon: ReactNode
  title: string | null
  note?: string
  noteLang?: string | undefined
  children: ReactNode
}

function Way({ icon, title, note, noteLang, children }: WayProps) {
  return (
    <li className="flex gap-4">
      <span className="grid size-11 flex-none place-items-center rounded-full bg-tint text-primary-strong [&>svg]:size-5">
        {icon}
      </span>
      <div className="min-w-0 self-center">
        {title === null ? null : <h2 className="font-sans text-base font-semibold tracking-normal">{title}</h2>}
        <p>{children}</p>
        {note ? (
          <p className="text-sm text-ink-2" lang={noteLang}>
            {note}
          </p>
        ) : null}
      </div>
    </li>
  )
}
