import { Bold, Heading2, Heading3, Italic, Link, List, ListOrdered, Redo2, Undo2 } from 'lucide-react'
import { toggleMark } from 'prosemirror-commands'
import { redo, redoDepth, undo, undoDepth } from 'prosemirror-history'
import type { Schema } from 'prosemirror-model'
import { textOf } from '../text.ts'
import { isInBlock, isInList, isMarked, toggleBlock, toggleList } from './commands.ts'
import type { Editing } from './editing.ts'
import type { Tool } from './toolbar.tsx'

const t = textOf('richText')
const listIcon = <List className="mirror" />
const undoIcon = <Undo2 className="mirror" />
const redoIcon = <Redo2 className="mirror" />
type LinkTool = { readonly open: () => void; readonly isOn: boolean }

/** The buttons of a schema with the usual names; `link` opens its dialog. */
export function textTools({ state, run }: Editing, { nodes, marks }: Schema, link: LinkTool): Tool[] {
  const { paragraph, heading, bullet_list, ordered_list, list_item } = nodes
  const { strong, em } = marks
  if (!state || !paragraph || !heading || !bullet_list || !ordered_list || !list_item || !strong || !em) return []
  const title = (level: number) => ({
    isOn: isInBlock(state, heading, { level }),
    onPress: () => run(toggleBlock(heading, paragraph, { level })),
  })
  const list = (type: typeof bullet_list) => ({
    isOn: isInList(state, type),
    onPress: () => run(toggleList(type, list_item)),
  })
  return [
    {
      key: 'bold',
      label: t('bold'),
      icon: <Bold />,
      isOn: isMarked(state, strong),
      onPress: () => run(toggleMark(strong)),
    },
    {
      key: 'italic',
      label: t('italic'),
      icon: <Italic />,
      isOn: isMarked(state, em),
      onPress: () => run(toggleMark(em)),
    },
    { key: 'heading', label: t('heading'), icon: <Heading2 />, ...title(2) },
    { key: 'subheading', label: t('subheading'), icon: <Heading3 />, ...title(3) },
    { key: 'bullets', label: t('bullets'), icon: listIcon, ...list(bullet_list) },
    { key: 'numbers', label: t('numbers'), icon: <ListOrdered />, ...list(ordered_list) },
    { key: 'link', label: t('link'), icon: <Link />, isOn: link.isOn, opensDialog: true, onPress: link.open },
    { key: 'undo', label: t('undo'), icon: undoIcon, isOff: undoDepth(state) === 0, onPress: () => run(undo) },
    { key: 'redo', label: t('redo'), icon: redoIcon, isOff: redoDepth(state) === 0, onPress: () => run(redo) },
  ]
}
