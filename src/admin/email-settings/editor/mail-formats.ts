import { inputRules } from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import type { Slice } from 'prosemirror-model'
import { basePlugins } from '../../rich-text/commands.ts'
import type { Format } from '../../rich-text/editing.ts'
import { cleanPasted } from '../../rich-text/paste.ts'
import { chipRule, sliceWithChips } from './chips.ts'
import { readBody, readSubject, writeBody, writeSubject } from './mail-html.ts'
import { bodySchema, subjectSchema } from './mail-schema.ts'
import { chipView, tableView } from './part-views.ts'
import { suggestAttributes, suggestPlugin } from './suggest.ts'

export function bodyFormat(variables: readonly string[]): Format {
  const available = new Set(variables)
  return {
    read: readBody,
    write: writeBody,
    plugins: () => [
      suggestPlugin(variables),
      inputRules({ rules: [chipRule(bodySchema)] }),
      ...basePlugins(bodySchema),
    ],
    nodeViews: { chip: chipView(available), table: tableView(available) },
    attributes: suggestAttributes,
    cleanPasted,
    changePasted: (slice: Slice) => sliceWithChips(bodySchema, slice),
  }
}

/** One line: Enter does nothing. */
export function subjectFormat(variables: readonly string[]): Format {
  const nothing = () => true
  return {
    read: readSubject,
    write: writeSubject,
    plugins: () => [
      suggestPlugin(variables),
      inputRules({ rules: [chipRule(subjectSchema)] }),
      keymap({ Enter: nothing, 'Shift-Enter': nothing, 'Mod-Enter': nothing }),
      ...basePlugins(subjectSchema),
    ],
    nodeViews: { chip: chipView(new Set(variables)) },
    attributes: suggestAttributes,
    changePasted: (slice: Slice) => sliceWithChips(subjectSchema, slice),
  }
}
