// Reads QR codes where the browser cannot (Safari, Firefox). Loaded when such a browser starts to scan.
import decodeQr from 'qr/decode.js'

interface Pixels {
  /** RGBA */
  readonly data: Uint8ClampedArray
  readonly width: number
  readonly height: number
}

/** The text of a QR code in a picture; null without one. */
export function codeInPixels({ data, width, height }: Pixels): string | null {
  try {
    return decodeQr({ data, width, height }, { timeLimit: 60 })
  } catch {
    return null
  }
}

/** Larger frames take longer and are read no better. */
const maxSide = 960

/** Stands in for the browser's `BarcodeDetector`. */
export function createReader() {
  const canvas = document.createElement('canvas')
  return {
    detect: async (video: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]> => {
      const scale = Math.min(1, maxSide / Math.max(video.videoWidth, video.videoHeight, 1))
      canvas.width = Math.round(video.videoWidth * scale)
      canvas.height = Math.round(video.videoHeight * scale)
      const context = canvas.getContext('2d', { willReadFrequently: true })
      if (!context || canvas.width === 0 || canvas.height === 0) return []
      context.drawImage(video, 0, 0, canvas.width, canvas.height)
      const rawValue = codeInPixels(context.getImageData(0, 0, canvas.width, canvas.height))
      return rawValue === null ? [] : [{ rawValue }]
    },
  }
}
