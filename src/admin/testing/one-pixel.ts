/** A picture of one pixel, as staff would choose it on their device. */
export const onePixel = (name = 'picture.png'): File =>
  new File(
    [
      Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      ),
    ],
    name,
    { type: 'image/png' },
  )
