import { describe, expect, it } from 'vitest'
import { layOut, maxZoom, turn, wholePicture, zoomIn, zoomOut } from './picture-view.ts'

const box = { width: 600, height: 400 }

describe('a picture in a box', () => {
  it('fits whole at first', () => {
    expect(layOut({ width: 3_000, height: 1_000 }, box, wholePicture).area).toEqual({ width: 600, height: 200 })
    expect(layOut({ width: 1_000, height: 4_000 }, box, wholePicture).area).toEqual({ width: 100, height: 400 })
  })
  it('is not enlarged beyond twice its size', () => {
    expect(layOut({ width: 10, height: 10 }, box, wholePicture).area).toEqual({ width: 20, height: 20 })
  })
  it('fits when turned too: its sides change places', () => {
    const lying = layOut({ width: 3_000, height: 1_500 }, box, turn(wholePicture))
    expect(lying).toEqual({ picture: { width: 400, height: 200 }, area: { width: 200, height: 400 } })
    const upright = turn(turn(wholePicture))
    expect(layOut({ width: 3_000, height: 1_500 }, box, upright).area).toEqual({ width: 600, height: 300 })
  })
  it('is upright again after four turns', () => {
    expect(turn(turn(turn(turn(wholePicture))))).toEqual(wholePicture)
  })
  it('zooms in steps within bounds', () => {
    expect(zoomOut(wholePicture).zoom).toBe(1)
    expect(zoomIn(wholePicture).zoom).toBe(1.5)
    expect(zoomOut(zoomIn(wholePicture)).zoom).toBe(1)
    expect(zoomIn({ ...wholePicture, zoom: maxZoom }).zoom).toBe(maxZoom)
    expect(layOut({ width: 1_200, height: 800 }, box, { zoom: 2, turn: 0 }).area).toEqual({ width: 1_200, height: 800 })
  })
})
