/** As agencies type them in the four languages of the shop, folded as `fold` does. */
const unitMinutes: Readonly<Record<string, number>> = {
  ...{ minute: 1, minutes: 1, min: 1, mins: 1, hour: 60, hours: 60, hr: 60, hrs: 60, h: 60, hs: 60 },
  ...{ day: 1440, days: 1440, week: 10_080, weeks: 10_080 },
  // Arabic
  ...{ دقيقه: 1, دقايق: 1, ساعه: 60, ساعات: 60, يوم: 1440, يوما: 1440, ايام: 1440 },
  ...{ اسبوع: 10_080, اسبوعا: 10_080, اسابيع: 10_080 },
  // Urdu
  ...{ منٹ: 1, منٹس: 1, گهنٹه: 60, گهنٹا: 60, گهنٹے: 60, گهنٹوں: 60, دن: 1440, دنوں: 1440 },
  ...{ هفته: 10_080, هفتے: 10_080, هفتوں: 10_080 },
  // Hindi
  ...{ मिनट: 1, मिनटों: 1, घंटा: 60, घंटे: 60, घंटों: 60, घण्टा: 60, घण्टे: 60, घण्टों: 60, दिन: 1440, दिनों: 1440 },
  ...{ सप्ताह: 10_080, सप्ताहों: 10_080, हफ्ता: 10_080, हफ्ते: 10_080, हफ्तों: 10_080 },
}
/** Arabic says two of a unit in one word, without a number. */
const pairs = /(?<![\p{L}\p{M}])(دقيقت|ساعت|يوم|اسبوع)(?:ان|ين)(?![\p{L}\p{M}])/gu
const singular: Readonly<Record<string, string>> = { دقيقت: 'دقيقه', ساعت: 'ساعه' }
const half = /\bhalf[ -]day\b|نصف يوم|(?:ادها|ادهے) دن|आध[ाे] दिन/
const full = /\bfull[ -]day\b|يوم كامل|(?:پورا|پورے) دن|पूर[ाे] दिन/
const number = '(\\d{1,9}(?:\\.\\d{1,9})?)'
const piece = new RegExp(
  `(?<!\\d)${number}(?:\\s{0,9}(?:-|–|to|الي|سے|से)\\s{0,9}${number})?\\s{0,9}` +
    `(${Object.keys(unitMinutes).join('|')})(?![\\p{L}\\p{M}\\p{N}_])`,
  'gu',
)

const zeros = [0x0660, 0x06f0, 0x0966]
/** Lower case, Latin digits, and one spelling where Arabic, Urdu and Hindi keyboards have several. */
const fold = (words: string): string =>
  words
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u093c\u0640\u064b-\u0655\u2066-\u2069\u200c-\u200f]/g, '')
    .replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/g, (digit) => {
      const code = digit.charCodeAt(0)
      return String(code - (zeros.find((zero) => code >= zero && code <= zero + 9) ?? code))
    })
    .replaceAll('٫', '.')
    .replace(/[ىی]/g, 'ي')
    .replace(/[ةہھ]/g, 'ه')
    .replaceAll('ک', 'ك')
    .replace(pairs, (_, unit: string) => `2 ${singular[unit] ?? unit}`)

/**
 * Minutes of a duration in words: '6 hours', '1 hour 30 minutes', '2 days', '24-48 hours' (the longer), 'Half day' (4
 * hours), 'Full day' (8 hours); the same in Arabic, Urdu and Hindi. `null` if there is none.
 */
export function readDuration(words: string): number | null {
  const folded = fold(words)
  const pieces = [...folded.matchAll(piece)]
  if (pieces.length === 0) return half.test(folded) ? 240 : full.test(folded) ? 480 : null
  const minutes = pieces.reduce(
    (sum, [, from, to, unit]) => sum + Number(to ?? from) * (unitMinutes[unit ?? ''] ?? 0),
    0,
  )
  return minutes > 0 ? Math.round(minutes) : null
}
