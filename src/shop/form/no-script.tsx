import texts from 'shop-messages:form'
import { addMessages, useText } from '../intl.tsx'
import { useChrome } from '../use-chrome.ts'

addMessages(texts)

/** In a form that only a script can send: who has none is told how else to reach the agency. */
export function NoScript() {
  const t = useText('form')
  const { contactEmail, contactPhone } = useChrome()
  return (
    <noscript>
      <p className="notice tone-info">{t('noScript', { email: contactEmail, phone: contactPhone })}</p>
    </noscript>
  )
}
