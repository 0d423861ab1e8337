import { describe, expect, it } from 'vitest'
import { foldText } from './fold-text.ts'

describe('spellings that match', () => {
  it.each([
    ['Arabic hamza and alef', 'أحمد إلى آسيا ٱلله', 'احمد الى اسيا الله'],
    ['Arabic teh marbuta and alef maksura', 'عمرة منى', 'عمره مني'],
    ['Arabic vowel marks and tatweel', 'مُحَمَّد مـكـة', 'محمد مكة'],
    ['Urdu ye, ke and he', 'دبئی مکہ', 'دبئي مكه'],
    ['Urdu noon ghunna and do-chashmi he', 'میں ھوٹل', 'مين هوٹل'],
    ['Hindi nukta', 'सफ़ारी बाज़ार', 'सफारी बाजार'],
    ['Hindi candrabindu', 'माँ', 'मां'],
    ['joiners', 'می\u200cرود क्\u200dष', 'میرود क्ष'],
    ['digits', '٢٠٢٦ ۲۰۲۶ २०२६', '2026 2026 2026'],
    ['Latin and Greek', 'Café Σίσυφος', 'CAFE ΣΙΣΥΦΟΣ'],
  ])('%s', (_case, one, other) => {
    expect(foldText(one)).toBe(foldText(other))
  })
  it('are no other words: Hindi keeps its vowel signs', () => {
    expect(foldText('दुबई')).toBe('दुबई')
    expect(foldText('काला')).not.toBe(foldText('कला'))
  })
})
