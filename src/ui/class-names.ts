/** Joins class names and leaves out what is absent: `joinClasses('card', raised && 'card-raised')`. */
export function joinClasses(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
