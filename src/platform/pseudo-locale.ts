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

/**
 * An ICU message in the pseudo-locale: '[Ĥó {count, plural, one {# ñíĝhţ}}]'. Accents only what is shown: not
 * placeholders, the words of plural and select, or tags.
 */
export function pseudoMessage(message: string): string {
  let depth = 0
  let isTag = false
  const shown = [...message].map((letter) => {
    if (letter === '{') depth += 1
    if (letter === '}') depth -= 1
    if (letter === '<') isTag = true
    if (letter === '>') isTag = false
    return depth % 2 === 0 && !isTag ? (accents[letter] ?? letter) : letter
  })
  return `[${shown.join('')}]`
}
