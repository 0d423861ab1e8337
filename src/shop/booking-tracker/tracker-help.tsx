import { Clock, Mail, MessageCircle, Phone } from 'lucide-react'
import { chatHref, mailHref, phoneHref } from '../frame/contact.ts'
import { useText } from '../intl.tsx'
import { useChrome } from '../use-chrome.ts'

/** Contact details for those who do not find their booking (C233). */
export function TrackerHelp() {
  const t = useText('tracker')
  const { contactPhone, contactEmail, businessHours, whatsapp } = useChrome()
  const link = 'font-medium text-primary-strong underline underline-offset-4'
  return (
    <aside aria-labelledby="tracker-help" className="rounded-lg border border-line bg-surface p-5">
      <h2 id="tracker-help" className="text-xl">
        {t('help')}
      </h2>
      <p className="mt-1 mb-4 text-sm text-ink-2">{t('helpText')}</p>
      <ul className="ticks">
        {contactPhone ? (
          <li>
            <Phone aria-hidden="true" />
            <a href={phoneHref(contactPhone)} className={link}>
              <bdi>{contactPhone}</bdi>
            </a>
          </li>
        ) : null}
        {contactEmail ? (
          <li>
            <Mail aria-hidden="true" />
            <a href={mailHref(contactEmail)} className={`${link} min-w-0 break-all`}>
              {contactEmail}
            </a>
          </li>
        ) : null}
        <li>
          <MessageCircle aria-hidden="true" />
          <a
            href={chatHref(whatsapp ?? contactPhone, t('chatMessage'))}
            target="_blank"
            rel="noopener"
            className={link}
          >
            {t('chat')}
          </a>
        </li>
        {businessHours ? (
          <li>
            <Clock aria-hidden="true" />
            {businessHours}
          </li>
        ) : null}
      </ul>
    </aside>
  )
}
