import { type Client, signedIn, signIn, succeeding } from '../../demo/client.ts'
import { admin, type Product } from './product.ts'

/** The headers of a session. Every write needs both. */
export type Session = { Cookie: string; Origin: string }

/** Signs in. Throws if the password is refused. */
export async function openSession({ origin }: Pick<Product, 'origin'>, account = admin): Promise<Session> {
  return { Cookie: await signIn(origin, account), Origin: origin }
}

/** Storage state for a page that starts signed in. */
export function pageStateOf({ Cookie, Origin }: Session) {
  const [name = '', value = ''] = Cookie.split('=')
  const { hostname: domain } = new URL(Origin)
  const cookie = { name, value, domain, path: '/', expires: -1, httpOnly: true, secure: false, sameSite: 'Lax' as const }
  return { cookies: [cookie], origins: [] }
}

/** API client of the first administrator. */
export const organiserOf = async ({ origin }: Pick<Product, 'origin'>): Promise<Client> =>
  succeeding(await signedIn(origin, admin))
