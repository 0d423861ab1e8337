import { aboveOf, type MenuItem, menuIcons, menuItemErrors } from '../../modules/content/index.ts'
import { Checkbox } from '../../ui/choices.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useAction } from '../actions.ts'
import { api } from '../api.ts'
import { EditorDialog } from '../lists/editor-dialog.tsx'
import { useEdited } from '../lists/use-edited.ts'
import { say, textOf } from '../text.ts'

const t = textOf('menus')
const words = textOf('lists')
type Form = Omit<MenuItem, 'id' | 'version' | 'updated_at'>
type Props = { item: MenuItem | null; items: readonly MenuItem[]; onDone: () => void; onClose: () => void }

/** Defaults of a new item (A246). */
const newItem: Form = {
  name: '',
  href: '',
  icon: 'Link',
  menu_type: 'header',
  target: '_self',
  parent_id: null,
  order_index: 0,
  is_active: true,
}
const inputOf = ({ id: _, version: __, updated_at: ___, ...item }: MenuItem): Form => item
const typeOptions = (['header', 'footer'] as const).map((value) => ({ value, label: t(`types.${value}`) }))

export function MenuItemDialog({ item, items, onDone, onClose }: Props) {
  const { form, change, isChanged, wrong, setWrong } = useEdited(item ? inputOf(item) : newItem)
  const failed = t(item ? 'updateFailed' : 'createFailed')
  const save = useAction(
    () =>
      item
        ? api.content.admin.menu.change({ itemId: item.id, version: item.version, item: form })
        : api.content.admin.menu.create(form),
    { done: t(item ? 'updated' : 'created'), failed, sayReason: true },
    onDone,
    onClose,
  )
  const send = () => {
    const typed = { ...form, name: form.name.trim(), href: form.href.trim() }
    const errors = menuItemErrors(typed, item?.id ?? null, items)
    setWrong(Object.fromEntries(errors.map((each) => [each.path, say(each.message)])))
    if (errors.length === 0) save.run()
  }
  const errors: Readonly<Record<string, string>> = { ...save.errors, ...wrong }
  return (
    <EditorDialog
      title={t(item ? 'editTitle' : 'newTitle')}
      isChanged={isChanged}
      save={save}
      onSave={send}
      onClose={onClose}
    >
      <div className="field-pairs">
        <Field label={t('name')} required error={errors.name}>
          <TextInput maxLength={80} value={form.name} onChange={(event) => change({ name: event.target.value })} />
        </Field>
        <Field label={t('href')} required hint={t('hrefHint')} error={errors.href}>
          <TextInput
            dir="ltr"
            maxLength={2000}
            value={form.href}
            onChange={(event) => change({ href: event.target.value })}
          />
        </Field>
        <Field label={t('type')}>
          <Select
            value={form.menu_type}
            onChange={(event) =>
              change({ menu_type: event.target.value === 'footer' ? 'footer' : 'header', parent_id: null })
            }
            options={typeOptions}
          />
        </Field>
        <Field label={t('parent')} error={errors.parent_id}>
          <Select
            value={form.parent_id ?? ''}
            onChange={(event) => change({ parent_id: event.target.value || null })}
            placeholder={t('noParent')}
            options={parentsFor(item, form.menu_type, items)}
          />
        </Field>
        <Field label={t('icon')} error={errors.icon}>
          <Select
            value={form.icon}
            onChange={(event) => change({ icon: event.target.value })}
            placeholder={t('noIcon')}
            options={iconsFor(form.icon)}
          />
        </Field>
        <Field label={t('order')} error={errors.order_index}>
          <TextInput
            type="number"
            min={0}
            step={1}
            value={form.order_index}
            onChange={(event) => change({ order_index: event.target.valueAsNumber || 0 })}
          />
        </Field>
        <Checkbox
          label={t('newTab')}
          checked={form.target === '_blank'}
          onChange={(event) => change({ target: event.target.checked ? '_blank' : '_self' })}
        />
        <Checkbox
          label={words('active')}
          checked={form.is_active}
          onChange={(event) => change({ is_active: event.target.checked })}
        />
      </div>
    </EditorDialog>
  )
}

/** Possible parents: same menu, excluding the item and its descendants, so no cycle is possible (D29). */
const parentsFor = (item: MenuItem | null, type: MenuItem['menu_type'], items: readonly MenuItem[]) =>
  items
    .filter((each) => each.menu_type === type && (!item || !aboveOf(each.id, items).has(item.id)))
    .map((each) => ({ value: each.id, label: [...namesAbove(each, items), each.name].join(' › ') }))

/** An icon unknown to this version stays selectable until it is changed. */
const iconsFor = (chosen: string) =>
  [...new Set<string>([...menuIcons, chosen])].filter(Boolean).map((value) => ({ value, label: value }))

const namesAbove = (item: MenuItem, items: readonly MenuItem[]): string[] =>
  [...aboveOf(item.id, items)]
    .slice(1)
    .reverse()
    .flatMap((id) => items.find((each) => each.id === id)?.name ?? [])
