/** Browsers still use the former names of these cities. */
const renamed: Readonly<Record<string, string>> = {
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Europe/Kiev': 'Europe/Kyiv',
}

/** The zone of the device, by its current name. */
export const ownZone = (): string => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return renamed[timeZone] ?? timeZone
}

/** Every time zone of the browser by its current IANA name, and UTC. */
export const zoneOptions: readonly { readonly value: string; readonly label: string }[] = [
  ...new Set([...Intl.supportedValuesOf('timeZone').map((name) => renamed[name] ?? name), 'UTC']),
]
  .sort()
  .map((value) => ({ value, label: value.replaceAll('_', ' ') }))
