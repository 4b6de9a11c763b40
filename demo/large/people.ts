import { fold } from '../../data/text.ts'
import { type Chance, listed } from '../chance.ts'
import { companies, men, surnames, women } from '../people.ts'
import type { Look } from '../pictures/look.ts'
import type { NewItem } from '../sample.ts'

type Person = { key: string; speaker: NewItem<'speakers'>; look: Look | null }

const positions =
  listed(`Arquitectura de Software, Ingeniería de Plataforma, Ciencia de Datos, Seguridad Ofensiva, Diseño de Producto,
  Investigación, Confiabilidad, Desarrollo Web, Desarrollo Móvil, Infraestructura, Gestión de Producto, Datos Geográficos,
  Docencia, Accesibilidad, Software Libre`)

const lives = [
  (years: number) =>
    `Lleva ${years} años construyendo sistemas que otras personas mantienen con gusto, y eso le parece el mejor elogio.`,
  (years: number) =>
    `Empezó reparando computadoras en un mercado de Chimaltenango; ${years} años después sigue desarmando todo lo que no entiende.`,
  (years: number) =>
    `Ha dado clases a ${years * 40} personas y todavía recuerda los nombres de quienes hicieron las preguntas difíciles.`,
  (years: number) =>
    `En ${years} años pasó de contestar el teléfono de soporte a dirigir al equipo que ya casi no lo hace sonar.`,
  (years: number) => `Mantiene desde hace ${years} años una biblioteca libre que usan cooperativas de cuatro países.`,
  (years: number) => `Llegó a la informática desde la agronomía y lleva ${years} años demostrando que fue buena idea.`,
  (years: number) => `Ha apagado ${years} servidores con sus propias manos, todos a propósito.`,
  (years: number) =>
    `Trabaja a distancia desde las faldas de un volcán hace ${years} años, con dos proveedores de internet y una planta eléctrica.`,
]
const likes = [
  'Escribe un boletín mensual sobre fallas que se pudieron evitar y organiza una lectura en voz alta de los mejores informes.',
  'Los sábados acompaña a un club de programación para niñas en Sololá, donde aprendió a explicar sin pizarra.',
  'Cree que la documentación es una forma de cortesía y que los diagramas se dibujan primero a lápiz.',
  'Colecciona teclados, mapas viejos y errores de traducción; de los tres tiene demasiados.',
  'Habla k’iche’ y español, y está aprendiendo a leer partituras para marimba.',
  'Prefiere los proyectos aburridos, las pruebas que fallan pronto y las reuniones de quince minutos.',
  'Cuando no está frente a una pantalla siembra café, corre cuesta arriba o discute sobre tipografía.',
  'Participa en la redacción de guías públicas de accesibilidad y responde todos los correos, aunque tarde.',
]

export function makePeople(chance: Chance, count: number): Person[] {
  const seen = new Set<string>()
  return Array.from({ length: count }, (_, index) => {
    const isWoman = chance.happens(0.5)
    const name = nameOf(chance, isWoman, seen)
    const account = fold(name).replace(/[^a-z]+/g, '-')
    const isIndependent = chance.happens(0.08)
    const speaker: NewItem<'speakers'> = {
      name,
      title: isIndependent
        ? ''
        : `${chance.pick(['Equipo de', 'Liderazgo de', 'Coordinación de', 'Consultoría en'])} ${chance.pick(positions)}`,
      company: isIndependent ? '' : chance.pick(companies),
      bio: [chance.pick(lives)(chance.between(4, 22)), chance.pick(likes)].join(chance.happens(0.3) ? '\n\n' : ' '),
      linkedinUrl: chance.happens(0.75) ? `https://www.linkedin.com/in/${account}-demo` : '',
      twitterUrl: chance.happens(0.2) ? `https://x.com/demo_${index + 1}` : '',
      links: chance.happens(0.35) ? [{ label: 'GitHub', url: `https://github.com/${account}-demo` }] : [],
    }
    return { key: `persona-${index + 1}`, speaker, look: chance.happens(0.85) ? lookOf(chance, isWoman) : null }
  })
}

function nameOf(chance: Chance, isWoman: boolean, seen: Set<string>): string {
  const given = chance.pick((isWoman ? women : men).given)
  const [first = '', second = ''] = chance.shuffled(surnames)
  const name = chance.happens(0.04)
    ? `${given} ${first} ${second} y ${chance.pick(surnames)} Monterroso`
    : `${given} ${first} ${second}`
  if (seen.has(name)) return nameOf(chance, isWoman, seen)
  seen.add(name)
  return name
}

function lookOf(chance: Chance, isWoman: boolean): Look {
  const { pick, shuffled } = chance
  const [background = 'sky', halo = 'paper'] = shuffled([
    'marigold',
    'sky',
    'rose',
    'jade',
    'lilac',
    'terracotta',
    'sand',
  ] as const)
  const [cloth = 'ink', detail = 'paper'] = shuffled(
    (['ink', 'indigo', 'cochineal', 'jade', 'paper', 'terracotta'] as const).filter((colour) => colour !== background),
  )
  const hair = isWoman
    ? pick(['braid', 'straight', 'bob', 'curly', 'bun', 'ponytail', 'wavy'] as const)
    : pick(['short', 'cropped', 'receding', 'curly'] as const)
  const garment = isWoman
    ? pick(['huipil', 'blazer', 'shirt', 'crew'] as const)
    : pick(['blazer', 'shirt', 'crew', 'turtleneck'] as const)
  const extra = isWoman
    ? pick(['earrings', 'hoops', 'necklace', 'glasses'] as const)
    : pick(['beard', 'moustache', 'glasses', 'roundGlasses'] as const)
  return {
    background,
    halo,
    skin: pick(['light', 'tan', 'brown', 'brown', 'dark'] as const),
    hair: [hair, pick(['black', 'black', 'brown', 'chestnut', 'grey'] as const)],
    wears: [garment, cloth, detail],
    face: chance.happens(0.7) ? [extra] : [],
    smile: pick(['open', 'closed'] as const),
  }
}
