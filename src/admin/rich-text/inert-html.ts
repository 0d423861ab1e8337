/** HTML as elements and back, in a document of its own: nothing of it runs, loads or becomes part of this page. */
export function readHtml(html: string): HTMLElement {
  return new DOMParser().parseFromString(html, 'text/html').body
}
export const writeHtml = (holder: Element): string => holder.innerHTML
/** With the element itself. */
export const writeWhole = (element: Element): string => element.outerHTML
