import missing from 'room-messages:services/*/missing'
import { buttonClass } from '../../ui/button.tsx'
import { useSay } from '../../ui/say.tsx'
import { addMessages } from '../intl/intl.tsx'
import { MissingScreen } from '../page-states/missing-screen.tsx'
import { ShopLink } from '../routing/link.tsx'
import { useKind } from '../routing/page.ts'

addMessages(missing)

/** 'Tour Not Found' and a link back to the tours (C051), in each kind's own words. */
export function MissingService() {
  const say = useSay()
  const { isSingle, listHref, labels } = useKind()
  const { title, text, back } = labels.missing
  return (
    <MissingScreen title={say(title)} text={say(text)}>
      <ShopLink href={isSingle ? '/' : listHref} className={buttonClass()}>
        {say(back)}
      </ShopLink>
    </MissingScreen>
  )
}
