// How a picture is drawn in a box: fitted, then enlarged and turned. Pure.

export interface Size {
  readonly width: number
  readonly height: number
}
export type Turn = 0 | 90 | 180 | 270
export interface PictureView {
  readonly zoom: number
  readonly turn: Turn
}
export const wholePicture: PictureView = { zoom: 1, turn: 0 }
const steps = [1, 1.5, 2, 3, 4, 6, 8] as const
export const maxZoom = 8

export const zoomIn = (view: PictureView): PictureView => ({
  ...view,
  zoom: steps.find((step) => step > view.zoom) ?? maxZoom,
})
export const zoomOut = (view: PictureView): PictureView => ({
  ...view,
  zoom: steps.findLast((step) => step < view.zoom) ?? 1,
})
/** A quarter clockwise. */
export const turn = (view: PictureView): PictureView => ({ ...view, turn: ((view.turn + 90) % 360) as Turn })

const isLying = ({ turn: by }: PictureView): boolean => by === 90 || by === 270

/**
 * The picture before it is turned, and the area that it takes after. At zoom 1 it fits into the box; small pictures are not
 * enlarged beyond twice their size.
 */
export function layOut(picture: Size, box: Size, view: PictureView): { picture: Size; area: Size } {
  const turned = isLying(view) ? { width: picture.height, height: picture.width } : picture
  const fit = Math.min(box.width / turned.width, box.height / turned.height, 2)
  const scale = fit * view.zoom
  const scaled = ({ width, height }: Size): Size => ({
    width: Math.floor(width * scale),
    height: Math.floor(height * scale),
  })
  return { picture: scaled(picture), area: scaled(turned) }
}
