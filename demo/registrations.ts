/** Sample visitors. All are invented; their addresses belong to domains reserved for examples. */
import type { NewRegistration } from '../data/schema.ts'
import { fold } from '../data/text.ts'

/** The entries of a text that separates them by commas. */
const listed = (text: string) => text.split(/,\s+/)

const women = {
  given: listed(`Ana Lucía, María José, Ixmucané, Sofía, Andrea, Gabriela, Mónica, Verónica, Jacqueline, Ingrid, Silvia,
    Marisol, Begoña, Claudia, Lourdes, Heidy, Karla Patricia, Nicté, Estefanía, Wendy, Rebeca`),
  titles: listed(`Desarrolladora, Ingeniera en Sistemas, Analista de Datos, Gerente de Tecnología, Diseñadora UX, Catedrática,
    Estudiante, Directora de Innovación, Administradora de Bases de Datos, Consultora, Emprendedora`),
}

const men = {
  given: listed(`José Luis, Carlos, Juan Pablo, Estuardo, Byron, Óscar, Héctor, Édgar, Kevin, Íñigo, Selvin, Tomás, Marvin,
    Julio César, Andrés, Sebastián, Elmer, Balam, Rubén, Luis Fernando, Joaquín, Wilson`),
  titles: listed(`Desarrollador, Ingeniero en Sistemas, Analista de Datos, Gerente de Tecnología, Diseñador UX, Catedrático,
    Estudiante, Director de Innovación, Administrador de Bases de Datos, Consultor, Emprendedor`),
}

const surnames = listed(`García, López, Hernández, Pérez, Morales, Ramírez, Méndez, Ordóñez, Núñez, Muñoz, Cifuentes, Barrios,
  Xicará, Batz, Ajú, Tzoc, Choc, Caal, Tení, Ixcot, Cojtí, Quiej, Sicán, Toj, Yax, Chávez, Godínez, Monterroso, Arévalo,
  Estrada, Castañeda, Peña, Zúñiga, Argüello, Güitz, de León, del Cid, Samayoa, Aguilar, Véliz, Marroquín, Juárez, Solórzano,
  Sandoval, Recinos, Orellana, Escobar, Valdez, Girón`)

const companies = listed(`Quetzanube, Pagoxel, Banco Ixmucané, Fibracumbre Telecomunicaciones, Candado Jade Ciberseguridad,
  Cafetrónica, Rutavolcán Logística, Clínica Abierta, Instituto Tecnológico Tierra Alta, Red de Municipios Conectados,
  Estudio Tun, Tizaviva, Ferretería El Buen Tornillo, Textiles Ixkik’ y Nietas, Seguros La Ceiba Mayor, Independiente`)

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

/** `count` registrations, the same ones each time, no e-mail twice. */
export function sampleRegistrations(count: number): NewRegistration[] {
  const random = seeded(502)
  const pick = <T>(from: readonly T[]): T => {
    const picked = from[Math.floor(random() * from.length)]
    if (picked === undefined) throw new Error('nothing to pick from')
    return picked
  }
  const chance = (share: number) => random() < share
  const seen = new Map<string, number>()

  return Array.from({ length: count }, () => {
    const { given, titles } = pick([women, men])
    const first = pick(given)
    const surname = pick(surnames)
    const name = `${first} ${surname} ${pick(surnames.filter((other) => other !== surname))}`
    const account = fold(`${first.split(' ')[0]}.${surname}`).replaceAll(' ', '')
    const times = (seen.get(account) ?? 0) + 1
    seen.set(account, times)
    const worksSomewhere = chance(0.85)
    return {
      name,
      email: `${account}${times > 1 ? times : ''}@${pick(['example.com', 'example.org'])}`,
      // The page's own form asks for neither company nor position.
      ...(worksSomewhere ? { company: pick(companies), position: pick(titles) } : {}),
      ...(chance(0.9) ? { phone: `+502 5555 ${String(Math.floor(random() * 10_000)).padStart(4, '0')}` } : {}),
      acceptsMarketing: chance(0.55),
      ...(chance(0.14) ? { comments: pick(comments) } : {}),
    }
  })
}

/** Numbers from 0 up to 1 that look random and are the same for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
