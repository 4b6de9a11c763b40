/** Texts from the specification are quoted literally. */
import { mailTextDefaults } from './mail-texts.ts'
import { type CollectionKey, type Content, type ItemFields, type Link, pageSections, type SectionKey } from './schema.ts'

const name = 'Conferencia 2025'
const description = 'Un día de tecnología en Ciudad de Guatemala: charlas, mesas redondas y networking. Evento gratuito.'

export const sectionDefaults: Pick<Content, SectionKey> = {
  hero: {
    title: name,
    subtitle: 'Save the date',
    eventDate: '2025-11-20T13:00:00.000Z',
    location: 'Centro de eventos, Ciudad de Guatemala',
    description,
    ctaText: 'Regístrate Ahora',
    backgroundImage: '',
    headerLogo: '',
    heroLogo: '',
  },
  about: {
    title: '¿De qué se trata?',
    description1:
      'Un día completo dedicado a la tecnología que se construye y se usa en Guatemala, contada por quienes la hacen posible todos los días.',
    description2:
      'Charlas directas, mesas redondas y espacios para conversar con especialistas de la industria, conocer nuevas ideas y encontrar con quién llevarlas a la práctica.',
    imageUrl: '',
    imageAlt: '',
    videoUrl: '',
    stat1Number: '1',
    stat1Label: 'Día de evento',
    stat2Number: '15+',
    stat2Label: 'Anfitriones',
  },
  benefits: {
    title: '¿Qué podrás encontrar en el evento?',
    benefit1Title: 'Conferencias\nmagistrales',
    benefit1Description: 'Experiencias reales contadas por quienes las vivieron.',
    benefit2Title: 'Mesas\nredondas',
    benefit2Description: 'Especialistas que debaten y responden a tus preguntas.',
    benefit3Title: 'Networking\nde calidad',
    benefit3Description: 'Conoce a las personas con las que vas a construir lo que sigue.',
    benefit4Title: 'Tendencias\ntecnológicas',
    benefit4Description: 'Inteligencia artificial, nube, datos y seguridad, sin adornos.',
    benefit5Title: 'Casos\nde éxito',
    benefit5Description: 'Lo que funcionó en empresas de la región, y lo que no.',
    benefit6Title: 'Oportunidades\nprofesionales',
    benefit6Description: 'Empresas y comunidades que buscan talento como el tuyo.',
  },
  segments: {
    title: 'Segmentos',
    segment1Title: 'Power talks',
    segment2Title: 'Experts on experts',
    segment3Title: 'Round tables',
    segment4Title: 'Networking',
  },
  registrationForm: {
    modalTitle: formTitle(name),
    modalSubtitle: 'Complete el formulario para confirmar su participación',
    nameLabel: 'Nombre completo',
    namePlaceholder: 'Tu nombre completo',
    emailLabel: 'Email',
    emailPlaceholder: 'tu@email.com',
    companyLabel: 'Empresa',
    companyPlaceholder: 'Tu empresa',
    positionLabel: 'Cargo',
    positionPlaceholder: 'Tu cargo',
    phoneLabel: 'Teléfono',
    phonePlaceholder: '+502 1234 5678',
    marketingText: 'Acepto recibir información sobre futuros eventos y novedades',
    submitButtonText: 'Confirmar Registro',
    submitButtonProcessing: 'Procesando...',
    successTitle: '¡Registro exitoso!',
    successMessage: 'Gracias por registrarte. Te enviaremos más información por email.',
  },
  event: {
    name,
    description,
    startTime: '07:00',
    endTime: '',
    contactEmail: '',
    organiser: '',
    address: '',
    mapUrl: '',
    directions: '',
    city: '',
    country: '',
    attendance: 'offline',
    streamUrl: '',
    recordingsUrl: '',
    links: [],
  },
  mailTexts: mailTextDefaults,
  places: { capacity: null, waitlist: true, opensAt: '', closesAt: '', confirmBy: null, askDays: [], transferUntil: null },
  notice: { text: '', url: '', until: '' },
  privacy: { notice: '', retentionDays: null },
  certificates: { text: '', hours: null, signatures: [], counts: 'arrived' },
  speakerEdits: { edits: 'direct', deadline: '' },
  look: { accent: '', pattern: 'telar', cover: '', eyebrow: 'Save the date' },
  layout: { sections: pageSections.map((key) => ({ key, isVisible: true })) },
}

export const itemDefaults = {
  speakers: {
    image: '',
    bio: '',
    linkedinUrl: '',
    twitterUrl: '',
    links: [] as Link[],
    email: '',
    slug: '',
    sourceId: '',
    sourceMark: '',
    displayOrder: 0,
    isActive: true,
  },
  scenarios: { description: '', sourceId: '', sourceMark: '', displayOrder: 0, isActive: true },
  events: {
    scenarioId: '',
    description: '',
    day: '',
    endTime: '',
    speakerId: '',
    speakerIds: [] as string[],
    isPlenary: false,
    language: '',
    level: '',
    track: '',
    slidesUrl: '',
    recordingUrl: '',
    capacity: null as number | null,
    waitlist: true,
    releaseAfter: null as number | null,
    slug: '',
    sourceId: '',
    sourceMark: '',
    displayOrder: 0,
    isActive: true,
  },
  partners: {
    logo: '',
    website: '',
    category: 'patrocinador',
    tier: 'supporting',
    tierName: '',
    background: 'auto',
    displayOrder: 0,
    isActive: true,
  },
  info: { text: '', linkLabel: '', linkUrl: '', isInMenu: false, displayOrder: 0, isActive: true },
  questions: {
    help: '',
    kind: 'text',
    options: [] as string[],
    isRequired: false,
    onlyIf: null as { question: string; is: string } | null,
    purpose: '',
    atDoor: false,
    keepDays: 30,
    displayOrder: 0,
    isActive: true,
  },
} as const satisfies { [K in CollectionKey]: Partial<ItemFields<K>> }

export const fallbackEventDate = '2025-11-13T13:00:00.000Z'

export function formTitle(name: string): string {
  return `Registro - ${name}`
}

export function defaultTexts(name: string): Content['registrationForm'] {
  return { ...sectionDefaults.registrationForm, modalTitle: formTitle(name) }
}

const successWithoutMail = 'Gracias por registrarte.'

/** If the site sends no mail, the default success message must not promise a mail. */
export function registrationTexts({ registrationForm, event }: Pick<Content, 'registrationForm' | 'event'>, sendsMail = true) {
  const defaults = defaultTexts(event.name)
  const written = Object.entries(registrationForm).filter(([, text]) => text !== '')
  const texts = { ...defaults, ...Object.fromEntries(written) }
  const isPromise = !sendsMail && texts.successMessage === defaults.successMessage
  return isPromise ? { ...texts, successMessage: successWithoutMail } : texts
}
