import { buttonClass } from '../../ui/button.tsx'
import { useText } from '../intl.tsx'
import { ShopLink } from '../link.tsx'
import { MissingScreen } from '../missing-screen.tsx'
import { useKind } from '../page.tsx'

const told = ['tour', 'package', 'ticket', 'visa', 'umrah', 'transfer', 'ok_to_board'] as const
type Told = (typeof told)[number]

/** 'Tour Not Found' and the way back to the tours (C051); each kind in its own words. */
export function MissingService() {
  const t = useText('missing')
  const kind = useKind()
  const key = told.includes(kind.key as Told) ? (kind.key as Told) : 'other'
  const back = kind.isSingle || key === 'other' ? '/' : kind.listHref
  return (
    <MissingScreen title={t(`${key}.title`)} text={t(`${key}.text`)}>
      <ShopLink href={back} className={buttonClass()}>
        {t(`${key}.back`)}
      </ShopLink>
    </MissingScreen>
  )
}
