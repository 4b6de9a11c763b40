import sharp from 'sharp'
import { expect, test } from 'vitest'
import { cleanSvg } from '../api/uploads/svg.ts'
import { checkUpload, imageKinds, uploadBytes } from '../data/uploads.ts'
import { partners, speakers } from './content.ts'
import { illustrated, type Picture } from './illustrated.ts'
import { small } from './small.ts'

const pictures: Picture[] = []
const content = await illustrated(small, async (picture) => `/public-objects/${pictures.push(picture)}`)

test('gives everybody and every partner a picture, except two speakers whose initials show', () => {
  const portraits = Object.values(content.speakers).flatMap(({ image }) => image ?? [])
  expect(portraits).toHaveLength(Object.keys(speakers).length - 2)
  expect(content.partners.map(({ logo }) => logo)).toHaveLength(partners.length)
  const { hero, about } = content
  const ofSections = [hero.headerLogo, hero.heroLogo, about.imageUrl, about.videoUrl]
  const all = [...ofSections, ...portraits, ...content.partners.map(({ logo }) => logo)]
  expect(new Set(all).size).toBe(pictures.length)
})

test.each(pictures)(
  '$fileName is of a type and size that are taken, so that loading the demo is never refused',
  async (picture) => {
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
  },
)

test('the same picture is drawn each time, so that two demos look the same', async () => {
  for (const { fileName, draw } of pictures)
    expect(Buffer.from(await draw()).equals(Buffer.from(await draw())), fileName).toBe(true)
})
