import { useNavigate, useSearch } from '@tanstack/react-router'
import { Tabs } from '../../ui/tabs.tsx'
import { useMayEnter } from '../may-enter.ts'
import { Menus } from '../menus/menus.tsx'
import { SeoSettings } from '../site-settings/seo-settings.tsx'
import { SiteSettings } from '../site-settings/site-settings.tsx'
import { SliderSummary } from '../sliders/slider-summary.tsx'
import { textOf } from '../text.ts'

const t = textOf('content')

/** The tabs of Content (A253); the address holds the open one. Only the open tab is mounted. */
const parts = [
  { key: 'siteSettings', part: SiteSettings, area: 'settings' },
  { key: 'sliders', part: SliderSummary, area: 'content' },
  { key: 'menus', part: Menus, area: 'content' },
  { key: 'seo', part: SeoSettings, area: 'settings' },
] as const

export function Content() {
  const { tab }: { tab?: string } = useSearch({ strict: false })
  const navigate = useNavigate()
  const maySet = useMayEnter('settings')
  const open = parts.filter(({ area }) => area !== 'settings' || maySet)
  const active = open.find(({ key }) => key === tab)?.key ?? open[0]?.key
  return (
    <>
      <title>{t('title')}</title>
      <h1 className="mb-4 text-2xl sm:text-3xl">{t('title')}</h1>
      <Tabs
        label={t('tabs')}
        tabs={open.map(({ key, part: Part }) => ({
          key,
          label: t(key),
          content: key === active ? <Part /> : null,
        }))}
        activeKey={active}
        onChange={(key) => void navigate({ to: '/admin/content', search: { tab: key } as never, resetScroll: false })}
      />
    </>
  )
}
