/**
 * Folds a text so that different spellings match: case, accents and spaces; in Arabic and Urdu the forms of a letter, vowel
 * marks and tatweel; in Hindi the nukta, but never a vowel sign. The function fold_text of the database does the same with
 * the same characters (migration 0124). Pure.
 */

/** Left out, after NFKD: accents and vowel marks of scripts that are read without them, nuktas, tatweel, joiners. */
export const leftOut =
  /[\u0300-\u036f\u1ab0-\u1ace\u1dc0-\u1dff\u20d0-\u20f0\ufe20-\ufe2f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u093c\u09bc\u0a3c\u0abc\u0b3c\u3099\u309a]+|[\ufe00-\ufe0f]+|[\u0640\u200c\u200d]+/g
export const spaces = /[\t\n\v\f\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+/g
/** Letters that are typed for each other, and digits: each of the first becomes the one below it. */
export const alike = {
  from: 'ٱىیېۍکڪةہھۃەںँς٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९',
  to: 'اييييككهههههنंσ012345678901234567890123456789',
} as const

const partner = new Map([...alike.from].map((letter, at) => [letter, [...alike.to][at] ?? letter]))

export const foldText = (text: string): string =>
  Array.from(text.normalize('NFKD').replace(leftOut, '').toLowerCase(), (letter) => partner.get(letter) ?? letter)
    .join('')
    .replace(spaces, ' ')
    .replace(/^ | $/g, '')
