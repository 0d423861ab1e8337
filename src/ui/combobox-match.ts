export interface ComboboxOption {
  readonly value: string
  readonly label: string
}

/** Without marks on its letters and in small ones: 'Türkiye' is found as 'turkiye'. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()

/** Those with the text in their label: first those that begin with it, then where a word does, then the others. */
export function matchingOptions(options: readonly ComboboxOption[], text: string): readonly ComboboxOption[] {
  const wanted = plain(text)
  if (wanted === '') return options
  const rank = ({ label, value }: ComboboxOption): number => {
    const at = plain(label).indexOf(wanted)
    if (at === 0 || plain(value) === wanted) return 0
    if (at < 0) return -1
    return /[\s(-]/.test(plain(label)[at - 1] ?? '') ? 1 : 2
  }
  return options
    .map((option) => ({ option, place: rank(option) }))
    .filter(({ place }) => place >= 0)
    .sort((a, b) => a.place - b.place)
    .map(({ option }) => option)
}
