/** Which known word was meant by one that nothing has. Pure. */

/** Edits between two words, with swapped neighbours as one edit. Stops at `max` + 1. */
export function editsBetween(from: string, to: string, max = 3): number {
  const [a, b] = [[...from], [...to]]
  if (Math.abs(a.length - b.length) > max) return max + 1
  let older: number[] = []
  let before = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      let edits = Math.min((before[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (before[j - 1] ?? 0) + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        edits = Math.min(edits, (older[j - 2] ?? 0) + 1)
      row.push(edits)
    }
    if (Math.min(...row) > max) return max + 1
    older = before
    before = row
  }
  return before[b.length] ?? max + 1
}

const minCorrected = 4
/** One edit in short words, two in longer ones. */
const allowedEdits = (word: string): number => (word.length < minCorrected ? 0 : word.length < 6 ? 1 : 2)

/** The closest candidate, or null. The first letter is seldom mistyped, so it decides between equals. */
export function correctionOf(word: string, candidates: readonly string[]): string | null {
  const max = allowedEdits(word)
  if (max === 0) return null
  const ranked = candidates
    .map((candidate) => ({ candidate, edits: editsBetween(word, candidate, max) }))
    .filter(({ candidate, edits }) => edits <= max && edits < candidate.length - 1 && candidate !== word)
    .sort(
      (a, b) =>
        a.edits - b.edits ||
        Number(b.candidate[0] === word[0]) - Number(a.candidate[0] === word[0]) ||
        a.candidate.localeCompare(b.candidate, 'en'),
    )
  return ranked[0]?.candidate ?? null
}

/** The word with two neighbours swapped, at each place. Such words have too few trigrams in common to be found by them. */
export const swapsOf = (word: string): readonly string[] => {
  const letters = [...word]
  return letters
    .slice(1)
    .map((letter, at) => [...letters.slice(0, at), letter, letters[at], ...letters.slice(at + 2)].join(''))
}
