import { useMemo } from 'react'
import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import { Facts, Section } from '../../services/shared/panels.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useText } from '../intl.tsx'
import { kindShop } from '../kind-parts.ts'

/** Where the cancellation terms stand, before what the kind says there. */
const termsPanels = ['cancellation', 'policies']

/** The kind's panels; all of them are in the page, and the browser's search opens the one where it finds something. */
export function ServiceTabs({ service }: { service: ServiceDetail }) {
  const t = useText('detail')
  const tabs = useMemo(
    () =>
      (kindShop(service.kind)?.panels(service) ?? []).map(({ id, title, body: Body }) => ({
        key: id,
        label: title,
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
    [service, t],
  )
  if (tabs.length === 0) return null
  return (
    <section className="min-w-0">
      <h2 className="sr-only">{t('details')}</h2>
      <Tabs tabs={tabs} label={t('details')} />
    </section>
  )
}
