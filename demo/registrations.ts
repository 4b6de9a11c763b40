/** Invented visitors, with domains that are reserved for examples. */
import type { RegistrationFields } from '../data/registrations/schema.ts'
import { fold } from '../data/text.ts'
import { createChance } from './chance.ts'
import { companies, men, surnames, women } from './people.ts'

const comments = [
  '¿Habrá almuerzo vegetariano?',
  'Viajo desde Quetzaltenango. ¿A qué hora abren las puertas?',
  '¿Hay parqueo cerca del lugar o conviene llegar en bus?',
  'Uso silla de ruedas; agradeceré información sobre los accesos.',
  'Nos gustaría llevar a veinte estudiantes de diversificado. ¿A quién le escribimos?',
  '¿Las charlas quedarán grabadas?',
  'Vengo con mi bebé.\n¿Habrá un espacio tranquilo?',
  '¡Gracias por hacerlo gratuito! Ahí estaremos.',
]

/** Returns the same registrations in each run, with unique addresses. */
export function sampleRegistrations(count: number): RegistrationFields[] {
  const { pick, happens, between } = createChance(502)
  const seen = new Map<string, number>()

  return Array.from({ length: count }, () => {
    const { given, titles } = pick([women, men])
    const first = pick(given)
    const surname = pick(surnames)
    const name = `${first} ${surname} ${pick(surnames.filter((other) => other !== surname))}`
    const account = fold(`${first.split(' ')[0]}.${surname}`).replaceAll(' ', '')
    const times = (seen.get(account) ?? 0) + 1
    seen.set(account, times)
    const worksSomewhere = happens(0.85)
    return {
      name,
      email: `${account}${times > 1 ? times : ''}@${pick(['example.com', 'example.org'])}`,
      // The API takes company and position, although the page's form asks for neither.
      ...(worksSomewhere ? { company: pick(companies), position: pick(titles) } : {}),
      ...(happens(0.9) ? { phone: `+502 5555 ${String(between(0, 9999)).padStart(4, '0')}` } : {}),
      acceptsMarketing: happens(0.55),
      ...(happens(0.14) ? { comments: pick(comments) } : {}),
    }
  })
}
