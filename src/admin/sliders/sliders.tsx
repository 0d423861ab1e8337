import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ArrowRight, GalleryHorizontalEnd } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { LanguageProgress } from '../../kernel/translation-contract.ts'
import type { Slider } from '../../modules/content/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useAction } from '../actions.ts'
import { api } from '../api.ts'
import { Thumbnail } from '../catalogue/thumbnail.tsx'
import { ListHead } from '../lists/list-head.tsx'
import { LoadedList } from '../lists/list-states.tsx'
import { DeleteButton, EditButton, SwitchButton } from '../lists/row-buttons.tsx'
import { SortableList } from '../lists/sortable-list.tsx'
import { useOrder } from '../lists/use-order.ts'
import { textOf } from '../text.ts'
import { contentTexts } from '../translations/sources.ts'
import { TranslateButton } from '../translations/translate-button.tsx'
import { TranslationProgress } from '../translations/translation-progress.tsx'
import { type Trash, WithTrash } from '../trash/trash-list.tsx'
import { inputOf, SliderDialog } from './slider-dialog.tsx'
import { slidersQuery } from './sliders-query.ts'

const t = textOf('sliders')
const words = textOf('lists')
const trash: Trash = {
  of: 'sliders',
  list: () => api.content.admin.trash.list({ type: 'slider' }),
  restore: (id) => api.content.admin.trash.restore({ type: 'slider', id }),
  remove: (id) => api.content.admin.trash.remove({ type: 'slider', id }),
}

export const SlidersSection = () => (
  <>
    <title>{t('title')}</title>
    <h1 className="mb-1 text-2xl sm:text-3xl">{t('title')}</h1>
    <Sliders />
  </>
)

function Sliders() {
  const client = useQueryClient()
  const [edited, setEdited] = useState<Slider | 'new' | null>(null)
  const list = useQuery(slidersQuery)
  useAskedSlider(list.data?.items, setEdited)
  const order = useOrder<Slider>('sliders', (ids) => api.content.admin.sliders.reorder({ ids: [...ids] }))
  const settled = () => void client.invalidateQueries({ queryKey: ['sliders'] })
  return (
    <>
      <ListHead add={t('add')} onAdd={() => setEdited('new')}>
        <p className="text-ink-2">{t('intro')}</p>
      </ListHead>
      <WithTrash trash={trash}>
        <LoadedList query={list} words={t}>
          {({ items, translations }) =>
            items.length === 0 ? (
              <EmptyState
                icon={<GalleryHorizontalEnd aria-hidden="true" />}
                title={t('none')}
                description={t('noneHint')}
              />
            ) : (
              <SortableList
                label={t('list')}
                items={items}
                nameOf={(slider) => slider.title}
                onOrder={order.save}
                isSaving={order.isSaving}
              >
                {(slider) => (
                  <SliderRow
                    slider={slider}
                    translations={translations[slider.id]}
                    onEdit={() => setEdited(slider)}
                    onDone={settled}
                  />
                )}
              </SortableList>
            )
          }
        </LoadedList>
      </WithTrash>
      {edited ? (
        <SliderDialog slider={edited === 'new' ? null : edited} onDone={settled} onClose={() => setEdited(null)} />
      ) : null}
    </>
  )
}

/** The tab of Content leads to the editor of one slider. */
function useAskedSlider(sliders: readonly Slider[] | undefined, edit: (slider: Slider) => void): void {
  const { slider: asked }: { slider?: string } = useSearch({ strict: false })
  const navigate = useNavigate()
  useEffect(() => {
    if (!asked || !sliders) return
    const slider = sliders.find(({ id }) => id === asked)
    if (slider) edit(slider)
    void navigate({ to: '.', search: {} as never, replace: true, resetScroll: false })
  }, [asked, sliders, edit, navigate])
}

type RowProps = { slider: Slider; translations: LanguageProgress | undefined; onEdit: () => void; onDone: () => void }

function SliderRow({ slider, translations, onEdit, onDone }: RowProps) {
  const { sliders } = api.content.admin
  const toggle = useAction(
    () =>
      sliders.change({
        sliderId: slider.id,
        version: slider.version,
        slider: { ...inputOf(slider), is_active: !slider.is_active },
      }),
    { done: t('updated'), failed: t('updateFailed') },
    onDone,
  )
  return (
    <div className="flex flex-wrap items-start gap-3">
      <Thumbnail address={slider.image_url} className="h-16 w-24" />
      <div className="min-w-40 flex-1 wrap-anywhere">
        <p className="font-semibold">{slider.title}</p>
        <TranslationProgress title={slider.title} translations={translations} />
        <p className="line-clamp-2 text-sm text-ink-2">{slider.subtitle}</p>
        <p className="text-sm text-ink-2">
          {slider.link_url ? <Target text={slider.button_text} address={slider.link_url} /> : t('noLink')}
        </p>
        <p className="mt-1">
          <Badge tone={slider.is_active ? 'success' : 'neutral'}>
            {words(slider.is_active ? 'active' : 'inactive')}
          </Badge>
        </p>
      </div>
      <div className="flex flex-wrap gap-1">
        <SwitchButton name={slider.title} isActive={slider.is_active} action={toggle} />
        <EditButton name={slider.title} onEdit={onEdit} />
        <TranslateButton source={contentTexts({ subject: 'slider', ...slider })} name={slider.title} />
        <DeleteButton
          name={slider.title}
          question={t('deleteTitle')}
          call={() => sliders.remove({ sliderId: slider.id })}
          undo={() => trash.restore(slider.id)}
          texts={{ done: t('deleted'), failed: t('deleteFailed') }}
          onDone={onDone}
        />
      </div>
    </div>
  )
}

const Target = ({ text, address }: { text: string | null; address: string }) => (
  <>
    <bdi>{text}</bdi> <ArrowRight aria-hidden="true" className="mirror inline size-3.5" />{' '}
    <bdi dir="ltr">{address}</bdi>
  </>
)
