import { expect, test } from 'vitest'
import { spelledAs } from './spelling.ts'

test.each([
  ['العمره', ['رحلة العُمرة من دبي'], 'العُمرة'],
  ['احرام', ['أدعية الإحرام', 'إحرام'], 'إحرام'],
  ['cafe museum', ['Café Museum: the tour'], 'café museum'],
  ['दुबइ', ['दुबई'], 'दुबइ'],
  ['dubai', ['Desert safari'], 'dubai'],
  ['safari', ['Safari', 'SAFARI'], 'safari'],
  ['safari', [], 'safari'],
])('%s among %j is spelled %s', (words, texts, spelled) => expect(spelledAs(words.split(' '), texts)).toBe(spelled))
