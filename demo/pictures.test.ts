import sharp from 'sharp'
import { expect, test } from 'vitest'
import { cleanSvg } from '../api/uploads/svg.ts'
import { imageKinds } from '../data/image-kinds.ts'
import { checkUpload, uploadBytes } from '../data/uploads.ts'
import { partners, speakers } from './content.ts'
import { illustrated, type Picture } from './illustrated.ts'
import { small } from './small.ts'

const pictures: Picture[] = []
const content = await illustrated(small, async (picture) => `/public-objects/${pictures.push(picture)}`)

test('every speaker and partner of the demo has a picture, except two speakers', () => {
  const portraits = Object.values(content.speakers).flatMap(({ image }) => image ?? [])
  expect(portraits).toHaveLength(Object.keys(speakers).length - 2)
  expect(content.partners.map(({ logo }) => logo)).toHaveLength(partners.length)
  const { hero, about } = content
  const ofSections = [hero.headerLogo, hero.heroLogo, about.imageUrl, about.videoUrl]
  const all = [...ofSections, ...portraits, ...content.partners.map(({ logo }) => logo)]
  expect(new Set(all).size).toBe(pictures.length)
})

test.each(pictures)('the demo picture $fileName has an accepted type and size', async (picture) => {
  const { fileName, kind } = picture
  const file = Buffer.from(await picture.draw())
  expect(checkUpload({ fileName, kind, size: file.length })).toHaveProperty('stored')
  if (kind === 'video') expect(file.length).toBeLessThan(uploadBytes.video / 100)
  else if (fileName.endsWith('.svg')) expect(cleanSvg(file)).toContain('<path')
  else {
    const { width, height } = await sharp(file).metadata()
    const { max } = imageKinds[kind]
    expect([width <= max.width, height <= max.height], `${width}×${height}`).toEqual([true, true])
  }
})

test('draws each demo picture identically every time', async () => {
  for (const { fileName, draw } of pictures)
    expect(Buffer.from(await draw()).equals(Buffer.from(await draw())), fileName).toBe(true)
})
