import { expect, test } from 'vitest'
import { imageKinds } from '../../data/image-kinds.ts'
import { firstRegion, fitInto, pixelsOf, zoomOf, zoomTo } from './crop.ts'

test.each([
  [
    { width: 1600, height: 1000 },
    { width: 600, height: 375 },
  ],
  [
    { width: 1000, height: 1600 },
    { width: 250, height: 400 },
  ],
  [
    { width: 600, height: 400 },
    { width: 600, height: 400 },
  ],
  [
    { width: 40, height: 30 },
    { width: 40, height: 30 },
  ],
  [
    { width: 20_000, height: 3 },
    { width: 600, height: 1 },
  ],
])('a picture of %j is scaled to %j to fit into 600×400', (size, fitted) => {
  expect(fitInto({ width: 600, height: 400 }, size)).toEqual(fitted)
})

test('initially, the crop frame contains a whole logo, or the middle of a portrait', () => {
  const picture = { width: 1600, height: 1000 }
  expect(firstRegion('hero-logo', imageKinds['hero-logo'].max, picture)).toEqual({ x: 0, y: 0, width: 100, height: 100 })
  const region = firstRegion('speaker-photo', imageKinds['speaker-photo'].max, picture)
  expect(pixelsOf(region, picture)).toEqual({ x: 425, y: 0, width: 750, height: 1000 })
  expect(fitInto(imageKinds['speaker-photo'].max, pixelsOf(region, picture))).toEqual({ width: 300, height: 400 })
})

test('zooming the crop frame keeps its middle and proportions', () => {
  const region = { x: 25, y: 0, width: 50, height: 100 }
  const closer = zoomTo(region, 2)
  expect([closer, zoomOf(closer)]).toEqual([{ x: 37.5, y: 25, width: 25, height: 50 }, 2])
  expect(zoomTo(closer, 1)).toEqual(region)
})

test('a crop frame that grows in a corner stays inside the picture', () => {
  expect(zoomTo({ x: 90, y: 95, width: 10, height: 5 }, 2)).toEqual({ x: 50, y: 75, width: 50, height: 25 })
})
