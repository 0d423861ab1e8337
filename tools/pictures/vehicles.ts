// What drives on the roads of the pictures, centred on x = 0.

const wheels = (...places: readonly number[]) =>
  places
    .map((x) => `<circle cx="${x}" cy="22" r="30" fill="#12182e"/><circle cx="${x}" cy="22" r="13" fill="#c9d2e4"/>`)
    .join('')

const shadow = (half: number) => `<ellipse cx="0" cy="34" rx="${half}" ry="10" fill="#000" opacity="0.22"/>`

export const car = (paint: string) =>
  `<ellipse cx="0" cy="34" rx="172" ry="10" fill="#000" opacity="0.22"/><path d="M-166 20c-4-34 8-44 46-50c26-34 50-48 96-48h40c42 0 66 18 92 48c42 4 60 14 58 50z" fill="${paint}"/><path d="M-92-30c20-24 38-36 66-36h10v36zM-4-66h22c30 0 46 12 64 36H-4z" fill="#dff1fb"/><path d="M-166 8h22c4 0 6-12 0-12h-18zM166 6h-26c-6-2-6-12 2-14h20z" fill="#ffe6a8"/><circle cx="-96" cy="22" r="30" fill="#12182e"/><circle cx="-96" cy="22" r="13" fill="#c9d2e4"/><circle cx="98" cy="22" r="30" fill="#12182e"/><circle cx="98" cy="22" r="13" fill="#c9d2e4"/>`

export const offRoader = (paint: string) =>
  `${shadow(176)}<path d="M-168 22v-62c0-10 6-16 16-17l24-3l22-46c4-8 10-12 20-12H70c10 0 18 4 23 12l26 46l34 6c10 2 15 9 15 19v57z" fill="${paint}"/><path d="M-104-60l18-40c2-4 5-6 9-6h39v46zM-26-106h58v46h-58zM44-106h22c5 0 8 2 11 6l22 40H44z" fill="#dff1fb"/><path d="M-70-128H60v8H-70z" fill="#12182e"/><path d="M-168-30h20v16h-20zM168-30h-20v16h20z" fill="#ffe6a8"/><path d="M-168 4h336v10h-336z" fill="#000" opacity="0.2"/>${wheels(-98, 100)}`

export const van = (paint: string) =>
  `${shadow(190)}<path d="M-182 22v-124c0-18 10-26 28-26H62c20 0 34 8 46 26l36 54c26 4 38 16 38 40v30z" fill="${paint}"/><path d="M-162-106h70v50h-70zM-82-106h70v50h-70zM-2-106h56c10 0 18 4 24 12l26 38H-2z" fill="#dff1fb"/><path d="M-182-30H176v8H-182z" fill="#e7b84e"/><path d="M-182-14h16v20h-16zM182-14h-22c-4 6-2 14 4 16h18z" fill="#ffe6a8"/>${wheels(-106, 104)}`

export const coach = (paint: string) =>
  `<ellipse cx="0" cy="34" rx="222" ry="10" fill="#000" opacity="0.22"/><path d="M-214 24V-96c0-22 12-32 34-32H170c28 0 40 22 44 64V24z" fill="${paint}"/><path d="M-196-104h66v62h-66zM-122-104h66v62h-66zM-48-104h66v62h-66zM26-104h66v62H26zM100-104h66c16 0 26 22 28 62h-94z" fill="#dff1fb"/><path d="M-214-22h428v10h-428z" fill="#e7b84e"/><circle cx="-130" cy="24" r="31" fill="#12182e"/><circle cx="-130" cy="24" r="13" fill="#c9d2e4"/><circle cx="130" cy="24" r="31" fill="#12182e"/><circle cx="130" cy="24" r="13" fill="#c9d2e4"/>`

/** A red double-decker without a roof. */
export const openBus = () => {
  const seats = Array.from(
    { length: 9 },
    (_, index) => `<rect x="${-180 + index * 38}" y="-222" width="20" height="34" rx="7"/>`,
  )
  return `${shadow(216)}<g fill="#2b3350">${seats.join('')}</g><path d="M-206 22v-216h350l26-34h14l12 40c8 60 12 130 12 190v20z" fill="#c8322c"/><path d="M-206-146h398l3 14h-401z" fill="#ffd27a"/><path d="M-190-116h62v58h-62zM-118-116h62v58h-62zM-46-116h62v58h-62zM26-116h62v58H26zM98-116h96c4 20 6 40 7 58H98z" fill="#dff1fb"/><path d="M-206-24h414v8h-414z" fill="#fffaf0"/><path d="M166-222l14-4l14 44l-8 4z" fill="#dff1fb"/>${wheels(-128, 132)}`
}
