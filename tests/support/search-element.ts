/** happy-dom does not know <search>, so React would warn about each of them. */
export function knowSearchElements(): void {
  const createElement = document.createElement.bind(document) as (name: string, options?: object) => HTMLElement
  document.createElement = ((name: string, options?: object) => {
    const element = createElement(name, options)
    return name === 'search' ? Object.defineProperty(element, Symbol.toStringTag, { value: 'HTMLElement' }) : element
  }) as Document['createElement']
}
