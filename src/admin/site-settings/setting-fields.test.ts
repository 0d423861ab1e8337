import { expect, it } from 'vitest'
import { defaultSettings } from '../../modules/settings/index.ts'
import messages from '../messages/en.json' with { type: 'json' }
import { seoGroups, settingInputs, siteGroups, topicGroups } from './setting-fields.ts'

const placed = [...siteGroups, ...seoGroups, ...Object.values(topicGroups).flat()].flatMap(({ settings }) => settings)

it('every shop setting has one place in the back office, with a name', () => {
  expect([...placed, 'maintenance_mode'].sort()).toEqual(Object.keys(defaultSettings).sort())
  const names: Record<string, string> = messages.settingNames
  for (const key of Object.keys(settingInputs)) expect(names[key], key).toMatch(/^[A-Z]/)
})
