import texts from 'shop-messages:search'
import { ArrowRight, FileText, History, MapPin } from 'lucide-react'
import { type RefObject, useEffect, useId, useRef } from 'react'
import { useOriginalLanguage } from '../client/use-original-language.ts'
import { addMessages, useText } from '../intl/intl.tsx'
import { ShopPrice } from '../money/shop-price.tsx'
import { ShopPicture } from '../pictures/shop-picture.tsx'
import type { Option, OptionGroup } from './options.ts'
import { useSearchBox } from './use-search-box.ts'

addMessages(texts)

type SuggestionListProps = { readonly input: RefObject<HTMLInputElement | null>; readonly onLeave: () => void }

/** Makes the box of a search form a combobox with suggestions. The form works without it. */
export function SuggestionList({ input, onLeave }: SuggestionListProps) {
  const t = useText('search')
  const id = useId()
  const box = useSearchBox(input, { id, onLeave })
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (box.isOpen) panel.current?.scrollIntoView({ block: 'nearest' })
  }, [box.isOpen])
  useEffect(() => {
    if (box.active >= 0) document.getElementById(`${id}-${box.active}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, box.active])
  const count = box.groups.flatMap(({ options }) => options).filter(({ type }) => type === 'item').length
  let at = 0
  return (
    <>
      <span aria-live="polite" className="sr-only">
        {box.isOpen && box.suggestions ? t('announced', { count }) : ''}
      </span>
      {box.isOpen ? (
        <div
          ref={panel}
          className="absolute inset-x-0 top-full z-50 mt-1 max-h-[min(28rem,60dvh)] overflow-y-auto rounded-lg border border-line bg-surface py-2 text-start text-ink shadow-lift"
        >
          {box.suggestions?.corrected ? (
            <p className="px-3 pb-1 text-sm text-ink-2">{t('corrected', { words: box.suggestions.corrected })}</p>
          ) : null}
          <div id={id} role="listbox" aria-label={t('listLabel')}>
            {box.groups.map((group) => (
              <Group key={group.key} group={group}>
                {group.options.map((option) => {
                  const index = at++
                  return (
                    <OptionRow
                      key={`${option.type} ${option.href}`}
                      id={`${id}-${index}`}
                      option={option}
                      total={box.suggestions?.total ?? 0}
                      isActive={index === box.active}
                      onChoose={() => box.choose(option)}
                    />
                  )
                })}
              </Group>
            ))}
          </div>
          {box.groups[0]?.key === 'recent' ? (
            <button type="button" className="btn btn-quiet btn-sm mx-2 mt-1" onClick={box.forget}>
              {t('clearRecent')}
            </button>
          ) : null}
        </div>
      ) : null}
    </>
  )
}

const named = ['kinds', 'places', 'pages', 'recent'] as const
type Named = (typeof named)[number]
const isNamed = (key: string): key is Named => (named as readonly string[]).includes(key)

function Group({ group, children }: { group: OptionGroup; children: React.ReactNode }) {
  const t = useText('search')
  const title = isNamed(group.key) ? t(`groups.${group.key}`) : group.title
  if (title === '') return children
  return (
    // biome-ignore lint/a11y/useSemanticElements: a list of options has no fieldset
    <div role="group" aria-label={title}>
      <div aria-hidden="true" className="px-3 pt-2 pb-1 text-sm font-semibold text-ink-2">
        {title}
      </div>
      {children}
    </div>
  )
}

type OptionRowProps = {
  readonly id: string
  readonly option: Option
  readonly total: number
  readonly isActive: boolean
  readonly onChoose: () => void
}

function OptionRow({ id, option, total, isActive, onChoose }: OptionRowProps) {
  return (
    <a
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      href={option.href}
      // The box keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        onChoose()
      }}
      className="flex min-h-11 cursor-pointer items-center gap-3 px-3 py-1.5 text-ink hover:bg-tint aria-selected:bg-tint"
    >
      <OptionContent option={option} total={total} />
    </a>
  )
}

function OptionContent({ option, total }: { option: Option; total: number }) {
  const t = useText('search')
  const original = useOriginalLanguage()
  const iconClass = 'size-5 flex-none text-ink-2'
  if (option.type === 'recent')
    return (
      <>
        <History aria-hidden="true" className={iconClass} />
        <bdi className="min-w-0 truncate">{option.q}</bdi>
      </>
    )
  if (option.type === 'all')
    return (
      <>
        <ArrowRight aria-hidden="true" className={`mirror ${iconClass}`} />
        <span className="font-semibold text-primary-strong">{t('seeAll', { count: total })}</span>
      </>
    )
  const { group, title, lang, place, image, from, count } = option.item
  if (isNamed(group))
    return (
      <>
        {group === 'places' ? <MapPin aria-hidden="true" className={iconClass} /> : null}
        {group === 'pages' ? <FileText aria-hidden="true" className={iconClass} /> : null}
        {group === 'kinds' ? <ArrowRight aria-hidden="true" className={`mirror ${iconClass}`} /> : null}
        <bdi className="min-w-0 flex-1 truncate" lang={group === 'places' ? original : lang}>
          {title}
        </bdi>
        {count === null ? null : <span className="flex-none text-sm text-ink-2">{t('services', { count })}</span>}
      </>
    )
  return (
    <>
      <span className="w-14 flex-none overflow-clip rounded-sm">
        <ShopPicture image={image} alt="" sizes="3.5rem" />
      </span>
      <span className="min-w-0 flex-1">
        <bdi className="line-clamp-2 leading-snug" lang={lang}>
          {title}
        </bdi>
        {place ? (
          <bdi className="block truncate text-sm text-ink-2" lang={original}>
            {place}
          </bdi>
        ) : null}
      </span>
      {from ? (
        <span className="flex-none text-end text-sm">
          <span className="block text-ink-2">{t('from')}</span>
          <ShopPrice amount={from} className="text-end" />
        </span>
      ) : null}
    </>
  )
}
