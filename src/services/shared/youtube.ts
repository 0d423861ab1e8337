const id = '([A-Za-z0-9_-]{11})'
const end = '(?=$|[?&#/])'
const forms = [
  new RegExp(`^https?://(?:www\\.|m\\.)?youtube\\.com/watch\\?(?:[^#]*&)?v=${id}(?=$|[&#])`),
  new RegExp(`^https?://youtu\\.be/${id}${end}`),
  new RegExp(`^https?://(?:www\\.|m\\.)?youtube\\.com/(?:shorts|embed)/${id}${end}`),
]

/**
 * The 11-character id of a YouTube video, from a watch, youtu.be, shorts or embed link; `null` for any other address
 * (C044, D173). Pages only ever contain this id.
 */
export function youTubeId(url: string): string | null {
  for (const form of forms) {
    const videoId = form.exec(url.trim())?.[1]
    if (videoId) return videoId
  }
  return null
}
