import type { ContentKey } from '../../../data/content/schema.ts'
import { mailNames } from './mail-names.ts'

const item = { displayOrder: 'Orden', isActive: 'Visible' }

const numbered = (count: number, of: (n: number) => Record<string, string>) =>
  Object.assign({}, ...Array.from({ length: count }, (_, index) => of(index + 1))) as Record<string, string>

const formFields = { name: 'Nombre', email: 'Email', company: 'Empresa', position: 'Cargo', phone: 'Teléfono' }

/** What the panel calls each field: the same word as at the field itself. */
export const fieldLabels: Record<ContentKey, Record<string, string>> = {
  hero: {
    title: 'Nombre',
    subtitle: 'Subtítulo',
    description: 'Descripción',
    ctaText: 'Texto del Botón',
    eventDate: 'Fecha del Evento',
    location: 'Ubicación',
    headerLogo: 'Logo del encabezado',
    heroLogo: 'Logo principal',
    backgroundImage: 'Imagen de fondo',
  },
  about: {
    title: 'Título',
    description1: 'Descripción 1',
    description2: 'Descripción 2',
    imageUrl: 'Imagen',
    imageAlt: 'Texto alternativo',
    videoUrl: 'Video',
    ...numbered(2, (n) => ({ [`stat${n}Number`]: `Número ${n}`, [`stat${n}Label`]: `Etiqueta ${n}` })),
  },
  benefits: {
    title: 'Título principal',
    ...numbered(6, (n) => ({ [`benefit${n}Title`]: `Título ${n}`, [`benefit${n}Description`]: `Descripción ${n}` })),
  },
  segments: { title: 'Título', ...numbered(8, (n) => ({ [`segment${n}Title`]: `Segmento ${n}` })) },
  registrationForm: {
    modalTitle: 'Título del modal',
    modalSubtitle: 'Subtítulo del modal',
    ...Object.fromEntries(
      Object.entries(formFields).flatMap(([key, label]) => [
        [`${key}Label`, `${label}: etiqueta`],
        [`${key}Placeholder`, `${label}: placeholder`],
      ]),
    ),
    marketingText: 'Texto de la casilla de marketing',
    submitButtonText: 'Texto del botón',
    submitButtonProcessing: 'Texto del botón mientras procesa',
    successTitle: 'Título de éxito',
    successMessage: 'Mensaje de éxito',
  },
  event: {
    name: 'Nombre de la conferencia',
    description: 'Descripción',
    startTime: 'Hora de inicio',
    endTime: 'Hora de fin',
    organiser: 'Organizador',
    contactEmail: 'Email de contacto',
  },
  mailTexts: {
    ...Object.fromEntries(
      Object.entries(mailNames).flatMap(([kind, title]) => [
        [`${kind}Subject`, `${title}: asunto`],
        [`${kind}Body`, `${title}: texto`],
      ]),
    ),
    reminderDays: 'Días antes del evento',
  },
  privacy: { notice: 'Aviso de privacidad', retentionDays: 'Días que se guardan después del evento' },
  places: { capacity: 'Número de lugares', waitlist: 'Lista de espera', opensAt: 'Abre', closesAt: 'Cierra' },
  speakers: {
    name: 'Nombre',
    title: 'Cargo',
    company: 'Empresa',
    image: 'Foto',
    bio: 'Biografía',
    linkedinUrl: 'LinkedIn',
    twitterUrl: 'X (Twitter)',
    links: 'Enlaces',
    ...item,
  },
  scenarios: { name: 'Nombre', description: 'Descripción', ...item },
  events: {
    title: 'Título',
    scenarioId: 'Escenario',
    startTime: 'Hora de inicio',
    endTime: 'Hora de fin',
    // The first of them stands for itself too.
    speakerId: 'Speakers',
    speakerIds: 'Speakers',
    isPlenary: 'Para todos',
    day: 'Día',
    description: 'Descripción',
    language: 'Idioma',
    level: 'Nivel',
    track: 'Tema',
    ...item,
  },
  partners: {
    name: 'Nombre',
    category: 'Tipo',
    tier: 'Nivel',
    logo: 'Logo',
    website: 'Sitio web',
    tierName: 'Grupo',
    background: 'Fondo',
    ...item,
  },
}

const list = new Intl.ListFormat('es')

/** Says which fields of what was saved are as others left them; nothing where there are none. */
export function mergedNote(section: ContentKey, merged: string[] = []): string | undefined {
  if (merged.length === 0) return undefined
  return `También quedó lo que otra persona guardó en: ${list.format(new Set(merged.map((name) => fieldLabels[section][name] ?? name)))}.`
}
