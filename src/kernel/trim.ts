/** Removes all repetitions of a character from the end, in linear time; /x+$/ takes quadratic time. */
export function trimEnd(text: string, character: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === character) end--
  return text.slice(0, end)
}
