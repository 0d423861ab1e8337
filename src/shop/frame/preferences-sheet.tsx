import texts from 'shop-messages:currencySheet'
import { factsOf } from '../../kernel/language.ts'
import { currencies, symbolOf } from '../../kernel/money.ts'
import { RadioCards } from '../../ui/choices.tsx'
import { joinClasses } from '../../ui/class-names.ts'
import { Drawer } from '../../ui/dialog.tsx'
import { useDisplayCurrency, useShop } from '../client/context.tsx'
import { useChrome } from '../client/use-chrome.tsx'
import { addMessages, useText } from '../intl/intl.tsx'
import { useLanguageLinks } from './language-choice.ts'

addMessages(texts)

/** Language and display currency in one sheet; a shop with one language asks for the currency only. Loaded when it opens. */
export function PreferencesSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText('currencySheet')
  const names = useText('currency')
  const { currency } = useShop()
  const code = useDisplayCurrency()
  const hasLanguages = useChrome().languages.length > 1
  return (
    <Drawer
      edge="bottom"
      open={open}
      onClose={onClose}
      title={hasLanguages ? t('both') : t('title')}
      closeLabel={t('close')}
    >
      {hasLanguages ? <Languages /> : null}
      <RadioCards
        legend={t('title')}
        hideLegend={!hasLanguages}
        name="display-currency"
        value={code}
        onChange={(next) => {
          currency.set(next)
          onClose()
        }}
        options={currencies.map((each) => ({
          value: each,
          title: names(`names.${each}`),
          aside: (
            <bdi className="text-ink-2">
              {symbolOf(each)} {each}
            </bdi>
          ),
        }))}
      />
      <p className="mt-4 text-sm text-ink-2">{t('note')}</p>
    </Drawer>
  )
}

/** Links to this page in each language, which work like any other. */
function Languages() {
  const t = useText('currencySheet')
  const { language: own } = useShop()
  const links = useLanguageLinks()
  return (
    <nav aria-labelledby="choose-language" className="mb-6">
      <h3 id="choose-language" className="group-legend">
        {t('language')}
      </h3>
      <ul className="grid list-none grid-cols-2 gap-2 p-0">
        {links.map(({ language, href, choose }) => (
          <li key={language}>
            <a
              href={href}
              hrefLang={language}
              lang={language}
              dir={factsOf(language).direction}
              aria-current={language === own ? 'true' : undefined}
              onClick={choose}
              className={joinClasses(
                'flex min-h-12 items-center justify-center rounded-md border px-4 font-semibold',
                language === own ? 'border-primary bg-primary-soft text-primary-strong' : 'border-line bg-surface',
              )}
            >
              {factsOf(language).name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
