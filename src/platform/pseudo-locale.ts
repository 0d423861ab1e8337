const accents: Readonly<Record<string, string>> = {
  a: 'á',
  c: 'ç',
  e: 'é',
  g: 'ĝ',
  i: 'í',
  l: 'ļ',
  n: 'ñ',
  o: 'ó',
  r: 'ŕ',
  s: 'š',
  u: 'ú',
  y: 'ý',
  z: 'ž',
  A: 'Á',
  C: 'Ç',
  E: 'É',
  I: 'Í',
  N: 'Ñ',
  O: 'Ó',
  S: 'Š',
  U: 'Ú',
}

const vowel = /[aeiouyAEIOU]/

/**
 * An ICU message in the pseudo-locale: '[Ĥóó {count, plural, one {# ñííĝhţ}}]'. Accents and lengthens only what is
 * shown: not placeholders, the words of plural and select, or tags. Words grow by doubled vowels, as another language
 * would lengthen them, so that they cannot wrap where English cannot.
 */
export function pseudoMessage(message: string): string {
  let depth = 0
  let isTag = false
  const shown = [...message].map((letter) => {
    if (letter === '{') depth += 1
    if (letter === '}') depth -= 1
    if (letter === '<') isTag = true
    if (letter === '>') isTag = false
    if (depth % 2 !== 0 || isTag) return letter
    const accented = accents[letter] ?? letter
    return vowel.test(letter) ? accented + accented.toLowerCase() : accented
  })
  return `[${shown.join('')}]`
}
