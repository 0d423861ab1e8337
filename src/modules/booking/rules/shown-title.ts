type Titled = { readonly title: string }

/** What was booked, in the reader's language, unless the item has been renamed since. */
export const shownTitle = (
  { service_title: booked }: { readonly service_title: string },
  { title }: Titled,
  shown: Titled,
): string => (booked === title ? shown.title : booked)
