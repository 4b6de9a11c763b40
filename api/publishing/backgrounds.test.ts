import { expect, test } from 'vitest'
import { call, createTestApp, dataIn, signIn } from '../testing.ts'
import { askAddress, send } from '../uploads/testing.ts'

const logo = (fill: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 80"><path fill="${fill}" d="M20 20h160v40h-160z"/></svg>`

test('stores whether a partner logo needs a light or dark background, unless chosen by hand', async () => {
  const app = await createTestApp({ isPublished: true })
  const cookie = await signIn(app)
  const uploaded = async (fill: string) => {
    const address = await askAddress(app, cookie, 'logo.svg', 'partner-logo')
    await send(app, cookie, address, logo(fill))
    return address.publicURL
  }
  const [white, dark] = [await uploaded('#fff'), await uploaded('#1d1838')]
  const partners = [
    { name: 'Blanco', logo: white },
    { name: 'Sin barra', logo: white.slice(1) },
    { name: 'Oscuro', logo: dark },
    { name: 'Elegido', logo: white, background: 'light' },
    { name: 'De otro sitio', logo: 'https://ejemplo.gt/logo.svg' },
  ]
  for (const json of partners) await call(app, 'POST /api/partners', { cookie, json })
  const onPage = (await dataIn(await call(app, 'GET /'))).content.partners
  expect(onPage.map(({ background }) => background)).toEqual(['dark', 'dark', 'light', 'light', 'auto'])
  const preview = await dataIn(await call(app, 'POST /api/preview', { cookie, json: { collections: { partners } } }))
  expect(preview.content.partners.map(({ background }) => background)).toEqual(['dark', 'dark', 'light', 'light', 'auto'])
  const listed: { background: string }[] = await (await call(app, 'GET /api/partners')).json()
  expect(listed.map(({ background }) => background)).toEqual(['auto', 'auto', 'auto', 'light', 'auto'])
})
