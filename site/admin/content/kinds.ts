/** Spanish names of sections, lists and fields. A missing entry is a type error. */

import type {
  CollectionKey,
  Content,
  ContentKey,
  ItemFields,
  PageSection,
  Question,
  SectionKey,
} from '../../../data/content/schema.ts'
import { countryCodes } from '../../../data/countries.ts'
import { api } from '../calls/client.ts'
import { capitalized } from '../calls/messages.ts'
import type { CollectionCalls, SectionCalls } from './content-calls.ts'
import { mailNames } from './mail-names.ts'

type Field = {
  label: string
  is?: 'picture' | 'date' | 'reference' | 'condition'
  options?: Record<string, string>
  empty?: string
}

type FieldOf<V> = [V] extends [string]
  ? string extends V
    ? string | Field
    : Field & { options: Record<V, string> }
  : string | Field

type Kind<T> = {
  label: string
  /** Noun for the section or for one item. All nouns are masculine, so texts need no feminine forms. */
  noun: string
  tab: string
  view?: string
  /** Ids of the elements on the public page that show this content. */
  parts?: readonly string[]
  fields: { readonly [F in keyof T]: FieldOf<T[F]> }
}

type SectionKind<K extends SectionKey> = Kind<Content[K]> & { calls: SectionCalls<K> }
/** `another` replaces 'otro' in labels. It is 'otra' for events, because most are talks ('charla'). */
type CollectionKind<K extends CollectionKey> = Kind<ItemFields<K>> & { calls: CollectionCalls<K>; another?: 'otra' }

const countryNames = new Intl.DisplayNames('es', { type: 'region' })

/** Guatemala and its neighbours, from the nearest. */
const nearCountries = ['GT', 'SV', 'HN', 'BZ', 'MX', 'NI', 'CR', 'PA']

const countries: Record<string, string> = Object.fromEntries([
  ...nearCountries.map((code) => [code, countryNames.of(code) ?? code] as const),
  ...countryCodes
    .filter((code) => !nearCountries.includes(code))
    .map((code) => [code, countryNames.of(code) ?? code] as const)
    .toSorted(([, a], [, b]) => a.localeCompare(b, 'es')),
])

const questionKindNames: Record<Question['kind'], string> = {
  text: 'Texto corto',
  long: 'Texto largo',
  choice: 'Una respuesta de una lista',
  choices: 'Varias respuestas de una lista',
  'yes-no': 'Sí o no',
  number: 'Número',
}

const item = { displayOrder: 'Orden', isActive: 'Visible' }

const sourced = { sourceId: 'Clave en su origen', sourceMark: 'Versión de su origen' }

function crossed<B extends string, E extends string>(
  begins: Record<B, string>,
  ends: Record<E, string>,
  label: (begin: string, end: string) => string,
) {
  const fields = Object.entries<string>(begins).flatMap(([begin, ofBegin]) =>
    Object.entries<string>(ends).map(([end, ofEnd]) => [begin + end, label(ofBegin, ofEnd)]),
  )
  return Object.fromEntries(fields) as Record<`${B}${E}`, string>
}

export const pageSectionNames: Record<PageSection, string> = {
  about: 'Acerca de',
  video: 'Video',
  figures: 'Cifras',
  benefits: 'Beneficios',
  segments: 'Segmentos',
  speakers: 'Speakers',
  agenda: 'Agenda',
  allies: 'Aliados',
  sponsors: 'Patrocinadores',
  info: 'Información',
  registration: 'Registro',
}

const sections = {
  hero: {
    label: 'Hero',
    noun: 'Hero',
    tab: 'hero',
    parts: ['evento'],
    calls: api.hero,
    fields: {
      title: 'Nombre',
      subtitle: 'Subtítulo',
      description: 'Descripción',
      ctaText: 'Texto del Botón',
      eventDate: { label: 'Fecha del Evento', is: 'date' },
      location: 'Ubicación',
      headerLogo: { label: 'Logo del encabezado', is: 'picture' },
      heroLogo: { label: 'Logo principal', is: 'picture' },
      backgroundImage: { label: 'Imagen de fondo', is: 'picture' },
    },
  },
  about: {
    label: 'About',
    noun: 'About',
    tab: 'about',
    parts: ['acerca'],
    calls: api.about,
    fields: {
      title: 'Título',
      description1: 'Descripción 1',
      description2: 'Descripción 2',
      imageUrl: { label: 'Imagen', is: 'picture' },
      imageAlt: 'Texto alternativo',
      videoUrl: 'Video',
      stat1Number: 'Número 1',
      stat1Label: 'Etiqueta 1',
      stat2Number: 'Número 2',
      stat2Label: 'Etiqueta 2',
    },
  },
  benefits: {
    label: 'Benefits',
    noun: 'Benefits',
    tab: 'benefits',
    parts: ['beneficios'],
    calls: api.benefits,
    fields: {
      title: 'Título principal',
      ...crossed(
        { benefit1: '1', benefit2: '2', benefit3: '3', benefit4: '4', benefit5: '5', benefit6: '6' },
        { Title: 'Título', Description: 'Descripción' },
        (number, label) => `${label} ${number}`,
      ),
    },
  },
  segments: {
    label: 'Segments',
    noun: 'Segments',
    tab: 'segments',
    parts: ['segmentos'],
    calls: api.segments,
    fields: {
      title: 'Título',
      segment1Title: 'Segmento 1',
      segment2Title: 'Segmento 2',
      segment3Title: 'Segmento 3',
      segment4Title: 'Segmento 4',
    },
  },
  registrationForm: {
    label: 'Formulario',
    noun: 'los textos del formulario',
    tab: 'formulario',
    parts: ['registro'],
    calls: api['registration-form'],
    fields: {
      modalTitle: 'Título del modal',
      modalSubtitle: 'Subtítulo del modal',
      ...crossed(
        { name: 'Nombre', email: 'Email', company: 'Empresa', position: 'Cargo', phone: 'Teléfono' },
        { Label: 'etiqueta', Placeholder: 'ejemplo en gris' },
        (field, text) => `${field}: ${text}`,
      ),
      marketingText: 'Texto de la casilla de marketing',
      submitButtonText: 'Texto del botón',
      submitButtonProcessing: 'Texto del botón mientras procesa',
      successTitle: 'Título de éxito',
      successMessage: 'Mensaje de éxito',
    },
  },
  event: {
    label: 'Evento',
    noun: 'los datos del evento',
    tab: 'ajustes',
    view: 'evento',
    parts: ['evento'],
    calls: api.event,
    fields: {
      name: 'Nombre de la conferencia',
      description: 'Descripción',
      startTime: 'Hora de inicio',
      endTime: 'Hora de fin',
      organiser: 'Organizador',
      contactEmail: 'Correo de contacto',
      address: 'Dirección',
      mapUrl: 'Mapa',
      directions: 'Cómo llegar',
      city: 'Ciudad',
      country: { label: 'País', options: countries },
      attendance: { label: 'Modalidad', options: { offline: 'Presencial', online: 'En línea', mixed: 'Presencial y en línea' } },
      streamUrl: 'Transmisión en vivo',
      recordingsUrl: 'Grabaciones',
      links: 'Enlaces',
    },
  },
  mailTexts: {
    label: 'Textos de los correos',
    noun: 'los textos de los correos',
    tab: 'ajustes',
    view: 'correo',
    calls: api['mail-texts'],
    fields: {
      ...crossed(mailNames, { Subject: 'asunto', Body: 'texto' }, (mail, text) => `${mail}: ${text}`),
      reminderDays: 'Días antes del evento',
    },
  },
  places: {
    label: 'Cupo',
    noun: 'el cupo',
    tab: 'ajustes',
    view: 'cupo',
    parts: ['registro'],
    calls: api.places,
    fields: {
      capacity: { label: 'Número de lugares', empty: 'sin límite' },
      waitlist: 'Lista de espera',
      opensAt: { label: 'Abre', is: 'date' },
      closesAt: { label: 'Cierra', is: 'date' },
      askDays: { label: 'Preguntar tantos días antes', empty: 'no se pregunta' },
      transferUntil: { label: 'Horas antes hasta las que se puede pasar el lugar', empty: 'no se puede' },
      confirmBy: { label: 'Horas antes para liberar los lugares sin respuesta', empty: 'no se liberan' },
    },
  },
  notice: {
    label: 'Aviso',
    noun: 'el aviso',
    tab: 'ajustes',
    view: 'aviso',
    calls: api.notice,
    fields: { text: 'Texto', url: 'Enlace', until: { label: 'Hasta', is: 'date' } },
  },
  privacy: {
    label: 'Privacidad',
    noun: 'la privacidad',
    tab: 'ajustes',
    view: 'privacidad',
    parts: ['registro'],
    calls: api.privacy,
    fields: {
      notice: 'Aviso de privacidad',
      retentionDays: { label: 'Días que se guardan después del evento', empty: 'se guardan' },
    },
  },
  certificates: {
    label: 'Constancias',
    noun: 'las constancias',
    tab: 'ajustes',
    view: 'constancias',
    calls: api.certificates.settings,
    fields: {
      text: 'Texto adicional',
      hours: { label: 'Horas', empty: 'sin indicar' },
      signatures: 'Firmas',
      counts: {
        label: 'Quién tiene constancia',
        options: { arrived: 'Quien llegó (leído en la puerta)', confirmed: 'Quien confirmó' },
      },
    },
  },
  speakerEdits: {
    label: 'Enlaces de speakers',
    noun: 'los enlaces de speakers',
    tab: 'ajustes',
    view: 'evento',
    calls: api.speakers.settings,
    fields: {
      edits: { label: 'Cambios de speakers', options: { direct: 'Se publican al guardar', review: 'Alguien los revisa antes' } },
      deadline: { label: 'Fecha límite', empty: 'sin fecha límite' },
    },
  },
  look: {
    label: 'Apariencia',
    noun: 'la apariencia',
    tab: 'ajustes',
    view: 'apariencia',
    parts: ['evento'],
    calls: api.look,
    fields: {
      accent: { label: 'Color', empty: 'el de siempre' },
      pattern: {
        label: 'Tejido',
        options: { telar: 'Telar: rombos', propio: 'Propio: hecho del nombre', liso: 'Liso: un solo color' },
      },
      cover: { label: 'Portada', is: 'picture' },
      eyebrow: 'Línea sobre el nombre',
    },
  },
  layout: {
    label: 'Orden de la página',
    noun: 'el orden de la página',
    tab: 'ajustes',
    view: 'pagina',
    parts: ['evento'],
    calls: api.layout,
    fields: { sections: { label: 'Secciones', options: pageSectionNames } },
  },
} as const satisfies { [K in SectionKey]: SectionKind<K> }

const collections = {
  speakers: {
    label: 'Speakers',
    noun: 'speaker',
    tab: 'speakers',
    parts: ['speakers'],
    calls: api.speakers,
    fields: {
      name: 'Nombre',
      title: 'Cargo',
      company: 'Empresa',
      image: { label: 'Foto', is: 'picture' },
      bio: 'Biografía',
      linkedinUrl: 'LinkedIn',
      twitterUrl: 'X (Twitter)',
      links: 'Enlaces',
      email: 'Correo (privado)',
      slug: 'Dirección de su página',
      ...sourced,
      ...item,
    },
  },
  scenarios: {
    label: 'Escenarios',
    noun: 'escenario',
    tab: 'agenda',
    view: 'escenarios',
    calls: api.agenda.scenarios,
    fields: { name: 'Nombre', description: 'Descripción', ...sourced, ...item },
  },
  events: {
    label: 'Eventos',
    noun: 'evento',
    another: 'otra',
    tab: 'agenda',
    view: 'eventos',
    parts: ['agenda'],
    calls: api.agenda.events,
    fields: {
      title: 'Título',
      scenarioId: { label: 'Escenario', is: 'reference' },
      startTime: 'Hora de inicio',
      endTime: 'Hora de fin',
      // `speakerId` is the first of `speakerIds`, so it has the same label.
      speakerId: { label: 'Speakers', is: 'reference' },
      speakerIds: { label: 'Speakers', is: 'reference' },
      isPlenary: 'Para todos',
      day: { label: 'Día', is: 'date' },
      description: 'Descripción',
      language: 'Idioma',
      level: 'Nivel',
      track: 'Tema',
      slidesUrl: 'Diapositivas',
      recordingUrl: 'Grabación',
      capacity: { label: 'Cupo de la sesión', empty: 'sin cupo' },
      waitlist: 'Lista de espera',
      releaseAfter: { label: 'Minutos para liberar lugares', empty: 'no se liberan' },
      slug: 'Dirección de su página',
      ...sourced,
      ...item,
    },
  },
  partners: {
    label: 'Partners',
    noun: 'partner',
    tab: 'partners',
    parts: ['patrocinadores', 'aliados'],
    calls: api.partners,
    fields: {
      name: 'Nombre',
      category: { label: 'Tipo', options: { patrocinador: 'Patrocinador', aliado: 'Aliado' } },
      tier: { label: 'Nivel', options: { supporting: 'De apoyo', main: 'Principal' } },
      logo: { label: 'Logo', is: 'picture' },
      website: 'Sitio web',
      tierName: 'Grupo',
      background: { label: 'Fondo', options: { auto: 'Automático', light: 'Claro', dark: 'Oscuro' } },
      ...item,
    },
  },
  info: {
    label: 'Apartados de información',
    noun: 'apartado',
    tab: 'ajustes',
    view: 'informacion',
    parts: ['informacion'],
    calls: api.info,
    fields: {
      title: 'Título',
      text: 'Texto',
      linkLabel: 'Texto del enlace',
      linkUrl: 'Enlace',
      isInMenu: 'En el menú',
      ...item,
    },
  },
  questions: {
    label: 'Campos propios',
    noun: 'campo',
    tab: 'formulario',
    parts: ['registro'],
    calls: api.questions,
    fields: {
      label: 'Pregunta',
      help: 'Ayuda',
      kind: { label: 'Tipo de respuesta', options: questionKindNames },
      options: 'Respuestas',
      isRequired: 'Obligatoria',
      onlyIf: { label: 'Se pregunta', is: 'condition', empty: 'siempre' },
      purpose: 'Para qué se pregunta',
      atDoor: 'Se ve en la puerta',
      keepDays: 'Días que se conserva',
      ...item,
    },
  },
} as const satisfies { [K in CollectionKey]: CollectionKind<K> }

export const sectionKinds: { [K in SectionKey]: SectionKind<K> } = sections
export const collectionKinds: { [K in CollectionKey]: CollectionKind<K> } = collections
export const kinds = { ...sectionKinds, ...collectionKinds }

export type ContentTab = (typeof sections)[SectionKey]['tab'] | (typeof collections)[CollectionKey]['tab']

export const sectionKeys = Object.keys(sections) as SectionKey[]
export const collectionKeys = Object.keys(collections) as CollectionKey[]
export const contentKeys: ContentKey[] = [...sectionKeys, ...collectionKeys]

export const isCollection = (key: string): key is CollectionKey => key in collections

export const viewOf = (key: ContentKey): string => kinds[key].view ?? ''

export function whereIs(key: ContentKey): string {
  const { tab, label, view } = kinds[key] as Kind<unknown>
  return view === undefined ? label : `${capitalized(tab)} › ${label}`
}

/** The history may contain fields that no longer exist. Such a field is labelled with its name. */
export function fieldOf(key: ContentKey, name: string): Field {
  const fields: Record<string, string | Field> = kinds[key].fields
  const field = fields[name] ?? name
  return typeof field === 'string' ? { label: field } : field
}

export const optionsOf = (key: ContentKey, name: string) =>
  Object.entries(fieldOf(key, name).options ?? {}).map(([value, label]) => ({ value, label }))
