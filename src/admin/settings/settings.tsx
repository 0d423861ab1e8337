import type { ReactNode } from 'react'
import type { EmailSettings } from '../../modules/mail/contract.ts'
import type { SettingsForStaff } from '../../modules/settings/contract.ts'
import { api } from '../api.ts'
import { useEmailSettings } from '../email-settings/smtp-form.tsx'
import { useDraft } from '../form/draft.ts'
import { useSave } from '../form/save.ts'
import { SaveForm } from '../form/save-form.tsx'
import { Loaded, SectionHead } from '../form/section.tsx'
import { useMayEnter } from '../may-enter.ts'
import { type TopicKey, topicGroups, topicKeys } from '../site-settings/setting-fields.ts'
import { SettingGroups } from '../site-settings/setting-groups.tsx'
import { useSettingsSaved, useStoredSettings } from '../site-settings/stored-settings.ts'
import { useAskedSetting } from '../site-settings/use-asked-setting.ts'
import { textOf } from '../text.ts'
import { RateFields } from './rate-fields.tsx'
import { SettingSearch } from './setting-search.tsx'
import { LegalLinks, MailSummary, ReportsSummary, ShopSummary, WaysToPay } from './summaries.tsx'
import { TopicNav, topicId } from './topic-nav.tsx'

const t = textOf('settings')
const names = textOf('settingPlaces')

/** Settings by topic, saved together (A255), and a search over all settings wherever they are edited (decision 0049). */
export function Settings() {
  const settings = useStoredSettings()
  const isOwner = useMayEnter('gateways')
  const mail = useEmailSettings(isOwner)
  return (
    <>
      <SectionHead title={t('title')} intro={t('intro')} />
      <SettingSearch />
      <div className="grid grid-cols-1 gap-5 lg:grid-cols-[10rem_minmax(0,1fr)] lg:gap-8">
        <TopicNav />
        <Loaded query={settings}>
          {(stored) =>
            isOwner ? (
              <Loaded query={mail}>{(smtp) => <AllSettings stored={stored} smtp={smtp} />}</Loaded>
            ) : (
              <AllSettings stored={stored} smtp={null} />
            )
          }
        </Loaded>
      </div>
    </>
  )
}

const Topic = ({ topic, children }: { topic: TopicKey; children: ReactNode }) => (
  <section aria-labelledby={topicId(topic)} className="grid grid-cols-1 gap-4">
    <h2 id={topicId(topic)} tabIndex={-1} className="scroll-mt-20 text-xl outline-none">
      {names(topic)}
    </h2>
    {children}
  </section>
)

function AllSettings({ stored, smtp }: { stored: SettingsForStaff; smtp: EmailSettings | null }) {
  const saved = useSettingsSaved()
  useAskedSetting()
  const draft = useDraft(stored.settings)
  const rates = useDraft(stored.rates)
  const save = useSave({
    call: () =>
      api.settings.admin.save({ settings: { ...draft.changed }, rates: rates.changed as Record<string, string> }),
    done: t('saved'),
    failed: t('saveFailed'),
    onDone: (now) => {
      draft.settle(draft.changed)
      rates.settle(rates.changed)
      saved(now)
    },
  })
  const discard = () => {
    for (const each of [draft, rates]) each.discard()
  }
  const { errorOf } = save
  const groups = (topic: TopicKey, only?: string) => (
    <SettingGroups
      groups={topicGroups[topic].filter(({ key }) => !only || (key === 'currencies') === (only === 'currencies'))}
      {...{ draft, errorOf }}
      level="h3"
    />
  )
  return (
    <SaveForm save={save} isDirty={draft.isDirty || rates.isDirty} onDiscard={discard} saveLabel={t('saveAll')}>
      <Topic topic="shop">
        <ShopSummary settings={stored.settings} />
      </Topic>
      <Topic topic="money">
        {groups('money', 'currencies')}
        <RateFields draft={rates} errorOf={errorOf} />
        <ReportsSummary settings={stored.settings} />
        <WaysToPay />
        {groups('money', 'others')}
      </Topic>
      <Topic topic="marketing">{groups('marketing')}</Topic>
      <Topic topic="mail">
        {smtp ? <MailSummary smtp={smtp} /> : null}
        {groups('mail')}
      </Topic>
      <Topic topic="booking">{groups('booking')}</Topic>
      {topicKeys.includes('languages') ? <Topic topic="languages">{groups('languages')}</Topic> : null}
      <Topic topic="legal">
        {groups('legal')}
        <LegalLinks />
      </Topic>
      <Topic topic="access">{groups('access')}</Topic>
    </SaveForm>
  )
}
