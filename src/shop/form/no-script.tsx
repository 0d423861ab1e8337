import texts from 'shop-messages:form'
import { useChrome } from '../client/use-chrome.tsx'
import { agencyChat, mailHref, phoneHref } from '../frame/contact.ts'
import { addMessages, useText } from '../intl/intl.tsx'

addMessages(texts)

/**
 * Tells visitors without JavaScript how else to reach the agency; `isBooking`: and what it has to know. Their browser
 * shows no button of the form (shop.css): nothing would answer it.
 */
export function NoScript({ isBooking = false }: { isBooking?: boolean }) {
  const t = useText('form')
  const chrome = useChrome()
  const { contactEmail, contactPhone } = chrome
  const chat = agencyChat(chrome, '')
  const ways = [
    contactEmail && { href: mailHref(contactEmail), text: contactEmail },
    contactPhone && { href: phoneHref(contactPhone), text: contactPhone },
    chat && { href: chat, text: t('noScriptChat') },
  ].filter((way) => way !== '' && way !== null)
  return (
    <noscript data-form="">
      <div className="notice tone-info block!">
        {t('noScript')} {isBooking ? t('noScriptBooking') : ways.length > 0 ? t('noScriptWays') : null}
        <ul>
          {ways.map(({ href, text }) => (
            <li key={href}>
              <a href={href} className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4">
                <bdi>{text}</bdi>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </noscript>
  )
}
