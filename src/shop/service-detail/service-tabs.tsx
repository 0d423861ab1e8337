import { useMemo } from 'react'
import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import { Facts, Section, shownDetails } from '../../services/shared/panels.tsx'
import { useSay } from '../../ui/say.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useText } from '../intl/intl.tsx'
import { kindShop } from '../routing/kind-parts.ts'

/** The panel that gets the cancellation terms, before its own text. */
const termsPanels = ['cancellation', 'policies']

/** The kind's panels. All are in the HTML, and the browser's search opens the one with a match. */
export function ServiceTabs({ service }: { service: ServiceDetail }) {
  const say = useSay()
  const t = useText('detail')
  const tabs = useMemo(
    () =>
      kindShop(service.kind)
        ?.panels({ ...service, details: shownDetails(service) })
        .map(({ id, title, body: Body }) => ({
          key: id,
          label: say(title),
          content: (
            <>
              {service.terms && termsPanels.includes(id) ? (
                <Section title={t('cancelled')}>
                  <Facts rows={service.terms} />
                </Section>
              ) : null}
              <Body />
            </>
          ),
        })),
    [service, t, say],
  )
  if (!tabs?.length) return null
  return (
    <section className="min-w-0">
      <h2 className="sr-only">{t('details')}</h2>
      <Tabs tabs={tabs} label={t('details')} />
    </section>
  )
}
