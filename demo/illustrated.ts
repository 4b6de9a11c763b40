import { readFile } from 'node:fs/promises'
import type { UploadKind } from '../data/uploads.ts'
import { headerLogo, heroLogo } from './pictures/logos.ts'
import { portrait } from './pictures/portraits.ts'
import { scene } from './pictures/scene.ts'
import type { NewItem, Sample } from './sample.ts'

export type Picture = { fileName: string; kind: UploadKind; draw(): string | Buffer | Promise<string | Buffer> }

export async function illustrated(
  { sections, speakers, looks, partners, logoOf }: Sample,
  addressOf: (picture: Picture) => Promise<string>,
) {
  const hero = {
    ...sections.hero,
    headerLogo: await addressOf({ fileName: 'encabezado.svg', kind: 'header-logo', draw: headerLogo }),
    heroLogo: await addressOf({ fileName: 'telar.svg', kind: 'hero-logo', draw: heroLogo }),
  }
  const about = {
    ...sections.about,
    imageUrl: await addressOf({ fileName: 'patio.svg', kind: 'about-image', draw: scene }),
    imageAlt: 'Una charla al atardecer en un patio, con volcanes al fondo',
    // `npm run pictures -- film` made this file in a browser.
    videoUrl: await addressOf({
      fileName: 'conferencia.webm',
      kind: 'video',
      draw: () => readFile(new URL('pictures/film.webm', import.meta.url)),
    }),
  }
  const withPortraits: Record<string, NewItem<'speakers'>> = { ...speakers }
  for (const [key, look] of Object.entries(looks)) {
    const speaker = withPortraits[key]
    if (!speaker) throw new Error(`a portrait of nobody: ${key}`)
    const image = await addressOf({ fileName: `${key}.jpg`, kind: 'speaker-photo', draw: () => portrait(look) })
    withPortraits[key] = { ...speaker, image }
  }
  const withLogos: NewItem<'partners'>[] = []
  for (const partner of partners) {
    const logo = await addressOf({ fileName: `${partner.name}.svg`, kind: 'partner-logo', draw: () => logoOf(partner.name) })
    withLogos.push({ ...partner, logo })
  }
  return { hero, about, speakers: withPortraits, partners: withLogos }
}
