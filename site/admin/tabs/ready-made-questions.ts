import type { ItemFields } from '../../../data/content/schema.ts'

type Template = { name: string; start: Partial<ItemFields<'questions'>> }

/** Questions that most conferences ask. */
export const readyMade: Template[] = [
  {
    name: 'Alimentación',
    start: {
      label: '¿Qué comes?',
      kind: 'choice',
      options: ['De todo', 'Vegetariano', 'Vegano', 'Sin gluten', 'Sin lactosa'],
      purpose: 'Para el almuerzo.',
      atDoor: true,
    },
  },
  {
    name: 'Accesibilidad',
    start: {
      label: '¿Qué necesitas para participar con comodidad?',
      kind: 'choices',
      options: ['Rampa o ascensor', 'Lugar reservado adelante', 'Interpretación en lengua de señas', 'Un espacio tranquilo'],
      purpose: 'Para recibirte bien.',
      atDoor: true,
    },
  },
  {
    name: 'Talla de camiseta',
    start: {
      label: '¿Cuál es tu talla de camiseta?',
      kind: 'choice',
      options: ['XS', 'S', 'M', 'L', 'XL', 'XXL'],
      purpose: 'Para las camisetas.',
    },
  },
  { name: 'Primera vez', start: { label: '¿Es la primera vez que vienes?', kind: 'yes-no' } },
  {
    name: '¿Cómo te enteraste?',
    start: {
      label: '¿Cómo te enteraste?',
      kind: 'choice',
      options: ['Por una persona', 'Redes sociales', 'Mi universidad', 'Mi trabajo', 'Otra forma'],
    },
  },
]
