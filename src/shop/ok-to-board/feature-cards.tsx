import { LockKeyhole, type LucideIcon, PlaneTakeoff, ShieldCheck } from 'lucide-react'
import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import { Card } from '../../ui/card.tsx'
import { useSay } from '../../ui/say.tsx'
import { useText } from '../intl/intl.tsx'
import { kindShop } from '../routing/kind-parts.ts'
import { cardClaim, useClaims } from './claims.ts'

type FeatureCard = { Icon: LucideIcon; title: string; text: string; lang?: string | undefined }

/**
 * 'Fast Processing', 'Guaranteed Approval', 'Secure Process' (C138); the middle one is a claim and can be switched off.
 */
export function FeatureCards({ service }: { service: ServiceDetail }) {
  const say = useSay()
  const t = useText('okToBoard')
  const approval = useClaims().of(cardClaim)
  const [[time, timeLang] = []] = kindShop(service.kind)?.facts(service) ?? []
  const cards: readonly FeatureCard[] = [
    {
      Icon: PlaneTakeoff,
      title: t('fastTitle'),
      text: time && !timeLang ? t('fastText', { time: say(time) }) : t('fastTextPlain'),
    },
    { Icon: ShieldCheck, title: approval?.text ?? '', text: t('approvalText'), lang: approval?.lang },
    { Icon: LockKeyhole, title: t('secureTitle'), text: t('secureText') },
  ]
  return (
    <section aria-label={t('features')} className="wide mt-8">
      <ul className="grid gap-4 md:grid-cols-3">
        {cards
          .filter(({ title }) => title !== '')
          .map(({ Icon, title, text, lang }) => (
            <li key={title} className="grid">
              <Card className="card-body flex gap-4 md:block">
                <span className="grid size-11 flex-none place-items-center rounded-full bg-gold-tint text-gold-ink">
                  <Icon aria-hidden="true" className="size-5.5" />
                </span>
                <div className="min-w-0">
                  <h2 className="text-lg md:mt-3" lang={lang}>
                    {title}
                  </h2>
                  <p className="mt-1 text-ink-2">{text}</p>
                </div>
              </Card>
            </li>
          ))}
      </ul>
    </section>
  )
}
