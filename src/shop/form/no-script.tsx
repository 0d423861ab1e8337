import texts from 'shop-messages:form'
import { useChrome } from '../client/use-chrome.ts'
import { addMessages, useText } from '../intl/intl.tsx'

addMessages(texts)

/** Tells visitors without JavaScript how else to reach the agency. */
export function NoScript() {
  const t = useText('form')
  const { contactEmail, contactPhone } = useChrome()
  const ways = [contactEmail, contactPhone].filter(Boolean).join(' · ')
  return (
    <noscript>
      <p className="notice tone-info">
        {[t('noScript'), ways && t('noScriptWays', { ways })].filter(Boolean).join(' ')}
      </p>
    </noscript>
  )
}
