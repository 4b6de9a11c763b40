/** All names are invented, and the web and e-mail addresses do not exist. */
import type { Content } from '../data/content/schema.ts'
import { dayMs } from '../data/time.ts'
import type { NewItem, SampleEvent } from './sample.ts'

/** Returns the next 20 November, 07:00 in Guatemala, at least 30 days after `now`, so that the countdown runs. */
export function eventDateAfter(now: Date): string {
  const inYear = (year: number) => `${year}-11-20T07:00:00-06:00`
  const thisYear = inYear(now.getUTCFullYear())
  return Date.parse(thisYear) - now.getTime() >= 30 * dayMs ? thisYear : inYear(now.getUTCFullYear() + 1)
}

export const conferenceName = 'Telar'

export function nameIn(eventDate: string, name = conferenceName): string {
  return `${name} ${eventDate.slice(0, 4)}`
}

export const conference = {
  endTime: '18:00',
  organiser: 'Comunidad Telar de Tecnología',
  contactEmail: 'hola@telar.example',
  address: '5a avenida 3-20, zona 4',
  city: 'Ciudad de Guatemala',
  country: 'GT',
  attendance: 'mixed',
  directions: 'El Transmetro se detiene a dos cuadras.',
  streamUrl: 'https://video.telar.example/en-vivo',
  links: [
    { label: 'Código de conducta', url: 'https://telar.example/codigo-de-conducta' },
    { label: 'Mastodon', url: 'https://social.telar.example/@telar' },
  ],
} satisfies Partial<Content['event']>

// Texts of the registration form keep their defaults. The function `illustrated` adds the pictures.
export const sections = {
  hero: {
    subtitle: 'Tecnología hecha en Guatemala, contada por quienes la construyen',
    location: 'Centro de Eventos Patio Jacaranda, zona 4, Ciudad de Guatemala',
    description:
      'Un día, tres escenarios y catorce speakers: inteligencia artificial, nube, datos y seguridad en Ciudad de Guatemala. Evento gratuito.',
    ctaText: 'Reserva tu lugar',
  },
  about: {
    title: '¿De qué se trata?',
    description1:
      'De un día completo para levantar la vista del teclado. Quienes mantienen en pie pagos, hospitales, cosechas y escuelas de la región cuentan cómo lo hacen, cuánto les costó y qué no volverían a hacer.',
    description2:
      'Hay charlas de cuarenta y cinco minutos, mesas redondas en las que el público también tiene micrófono y pausas largas a propósito: las mejores conversaciones suelen empezar en la fila del café.',
    stat1Number: '1',
    stat1Label: 'Día de evento',
    stat2Number: '14',
    stat2Label: 'Anfitriones',
  },
  benefits: {
    title: '¿Qué podrás encontrar en el evento?',
    benefit1Title: 'Historias\nsin maquillaje',
    benefit1Description: 'Proyectos reales de la región, con sus cifras,\nsus tropiezos y lo que se aprendió.',
    benefit2Title: 'Mesas\nredondas',
    benefit2Description: 'Opiniones encontradas sobre la misma mesa. El micrófono también pasa por el público.',
    benefit3Title: 'Networking con café\nde Huehuetenango',
    benefit3Description: 'Pausas largas, mesas compartidas y gafetes\nque dicen qué buscas y qué ofreces.',
    benefit4Title: 'Talleres para ensuciarse las manos',
    benefit4Description: 'Trae tu computadora: te vas con algo que funciona y con el código para repetirlo en casa.',
    benefit5Title: 'Bolsa\nde empleo',
    benefit5Description: 'Equipos de seis empresas reciben hojas de vida y responden preguntas incómodas.',
    benefit6Title: 'Interoperabilidad,\nno islas',
    benefit6Description: 'Comunidades, universidades y empresas en el mismo patio,\npor una vez con la misma agenda.',
  },
  segments: {
    title: 'Segmentos',
    segment1Title: 'Power talks',
    segment2Title: 'Experts on experts',
    segment3Title: 'Round tables',
    segment4Title: 'Networking',
  },
} satisfies { [K in 'hero' | 'about' | 'benefits' | 'segments']: Partial<Content[K]> }

export const speakers = {
  ixchel: {
    name: 'Ixchel Batz Morales',
    title: 'Directora de Inteligencia Artificial',
    company: 'Quetzanube',
    bio: 'Entrena modelos de lenguaje en k’iche’ y kaqchikel con grabaciones donadas por radios comunitarias. Antes pasó diez años enseñando matemática en Totonicapán.',
    linkedinUrl: 'https://www.linkedin.com/in/ixchel-batz-morales-demo',
  },
  rodrigo: {
    name: 'Rodrigo Estuardo Cifuentes Paiz',
    title: 'Director de Tecnología',
    company: 'Pagoxel',
    bio: 'Su equipo procesa la quincena de medio país sin apagar nada. Colecciona informes de fallas ajenas y los lee antes de dormir.',
    linkedinUrl: 'https://www.linkedin.com/in/rodrigo-cifuentes-paiz-demo',
  },
  angeles: {
    name: 'María de los Ángeles Xicará de León y Castellanos Monterroso',
    title: 'Vicepresidenta Regional de Interoperabilidad e Infraestructura de Telecomunicaciones',
    company: 'Fibracumbre Telecomunicaciones',
    bio: 'Ha tendido fibra a lomo de mula y a dos mil ochocientos metros de altura. Sostiene que la última milla es, en realidad, la primera.',
    linkedinUrl: 'https://www.linkedin.com/in/angeles-xicara-demo',
  },
  byron: {
    name: 'Byron Tzunún Chávez',
    title: 'Ingeniero Principal de Plataforma',
    company: 'Rutavolcán Logística',
    bio: 'Mueve treinta mil paquetes diarios con un monolito del que está orgulloso.',
  },
  andrea: {
    name: 'Andrea Sofía Pérez Godínez',
    title: 'Líder de Diseño de Producto',
    company: 'Clínica Abierta',
    bio: 'Diseña para pantallas de cuatro pulgadas, manos con guantes y señal intermitente. Fundó el círculo de accesibilidad de Quetzaltenango.',
    linkedinUrl: 'https://www.linkedin.com/in/andrea-perez-godinez-demo',
  },
  oscar: {
    name: 'Óscar Ajú Sicán',
    title: 'Analista de Seguridad Ofensiva',
    company: 'Candado Jade Ciberseguridad',
    bio: 'Entra a bancos por encargo y sale por la puerta principal con un informe. Nunca ha usado una capucha.',
    linkedinUrl: 'https://www.linkedin.com/in/oscar-aju-sican-demo',
  },
  nicte: {
    name: 'Gabriela Nicté Ordóñez',
    title: 'Científica de Datos',
    company: 'Cafetrónica',
    bio: 'Predice la roya del café con imágenes de satélite y con lo que le cuentan las familias productoras, que suele ser más exacto.',
  },
  valeria: {
    name: 'Valeria Ureña Solís',
    title: 'Arquitecta de Soluciones en la Nube',
    company: 'Nube Tica Consultores',
    bio: 'Desde San José ha bajado la factura de la nube de cuarenta empresas. La mitad del ahorro, dice, fue apagar lo que nadie usaba.',
    linkedinUrl: 'https://www.linkedin.com/in/valeria-urena-solis-demo',
  },
  mauricio: {
    name: 'Mauricio Alférez Peña',
    title: 'Cofundador y Director General',
    company: 'Tizaviva',
    bio: 'Vendió su primera empresa, quebró la segunda y escribe con franqueza sobre ambas. Vive entre San Salvador y Antigua Guatemala.',
    linkedinUrl: 'https://www.linkedin.com/in/mauricio-alferez-demo',
  },
  lucia: {
    name: 'Lucía Tení Caal',
    title: 'Desarrolladora Sénior',
    company: 'Quetzanube',
    bio: 'Aprendió a programar en un café internet de Cobán. Hoy mantiene tres bibliotecas de código abierto que usan gobiernos de cinco países.',
  },
  hector: {
    name: 'Héctor Danilo Muñoz Barrientos',
    title: 'Gerente de Ingeniería',
    company: 'Banco Ixmucané',
  },
  nayeli: {
    name: 'Nayeli Toxcón Quiej',
    title: 'Coordinadora de Gobierno Digital',
    company: 'Red de Municipios Conectados',
    bio: 'Convenció a veintidós alcaldías de publicar sus presupuestos en un mismo formato. Guarda la lista de las que dijeron que no.',
    linkedinUrl: 'https://www.linkedin.com/in/nayeli-toxcon-demo',
  },
  diego: {
    name: 'Diego Yllescas Arrivillaga',
    title: 'Especialista en Internacionalización y Electroacústica',
    company: 'Estudio Tun',
    bio: 'Pone voz a máquinas en ocho idiomas. Toca la marimba mejor de lo que programa, y programa muy bien.',
  },
  pamela: {
    name: 'Pamela Rosales Zúñiga',
    title: 'Directora de Talento',
    company: 'Pagoxel',
    bio: 'Ha leído más de doce mil hojas de vida y recuerda las buenas. Defiende que las entrevistas técnicas se ensayan en los dos lados de la mesa.',
    linkedinUrl: 'https://www.linkedin.com/in/pamela-rosales-zuniga-demo',
  },
} satisfies Record<string, NewItem<'speakers'>>

export const scenarios = {
  volcano: {
    name: 'Escenario Volcán',
    description: 'El salón mayor, con seiscientas butacas y una pantalla de doce metros. Aquí empieza y termina el día.',
  },
  ceiba: {
    name: 'Sala La Ceiba',
    description: 'Charlas técnicas y talleres con enchufe en cada silla. Ciento veinte lugares: llega con tiempo.',
  },
  terrace: {
    name: 'Terraza Jacaranda de las Conversaciones Improbables',
    description: 'Mesas redondas al aire libre, con sombra, micrófono abierto y vista a cuatro volcanes si el clima lo permite.',
  },
} satisfies Record<string, NewItem<'scenarios'>>

export type DemoEvent = SampleEvent & { scenario?: keyof typeof scenarios; speaker?: keyof typeof speakers }

export const events: DemoEvent[] = [
  {
    isPlenary: true,
    title: 'Acreditación y café de bienvenida',
    description: 'Recoge tu gafete en la entrada de la ruta 3. Con el correo de tu registro tardas menos de un minuto.',
    startTime: '07:00',
    endTime: '08:30',
  },
  {
    scenario: 'volcano',
    speaker: 'ixchel',
    title: 'Una máquina que entiende a mi abuela',
    description:
      'Cómo se entrena un modelo de voz en k’iche’ cuando no hay datos, ni presupuesto, ni una sola forma de escribirlo. Con demostración en vivo y con la abuela en primera fila.',
    startTime: '08:30',
    endTime: '09:15',
  },
  {
    scenario: 'volcano',
    speaker: 'rodrigo',
    title: 'La quincena que casi no fue',
    description:
      'A las 23:40 de un viernes, dos millones de pagos se quedaron en el aire. La cronología minuto a minuto, y los cuatro cambios que hoy permiten dormir.',
    startTime: '09:30',
    endTime: '10:15',
  },
  {
    scenario: 'ceiba',
    speaker: 'byron',
    title: 'Elogio del monolito aburrido',
    description:
      'Treinta mil entregas diarias, una sola base de datos y ninguna disculpa. Cuándo partir un sistema y cuándo dejarlo en paz.',
    startTime: '09:30',
    endTime: '10:15',
  },
  {
    isPlenary: true,
    title: 'Pausa: café, champurradas y saludos',
    description: 'Media hora para presentarte con alguien que no conozcas.',
    startTime: '10:15',
    endTime: '10:45',
  },
  {
    scenario: 'volcano',
    speaker: 'angeles',
    title: 'La última milla es la primera: fibra óptica donde termina la carretera',
    description:
      'Qué pasa en una aldea de Huehuetenango cuando llega internet un martes, y por qué el miércoles hizo falta una reunión.',
    startTime: '10:45',
    endTime: '11:30',
  },
  {
    scenario: 'ceiba',
    speaker: 'oscar',
    title: 'Así entré a tu empresa (con permiso)',
    description:
      'Tres intrusiones contratadas, una impresora culpable y la lista de lo que habría detenido cada una. No se revelan nombres; se revelan descuidos.',
    startTime: '10:45',
    endTime: '11:30',
  },
  {
    scenario: 'terrace',
    speaker: 'pamela',
    title: 'Mesa redonda: contratar sin adivinar',
    description:
      'Empresas y personas candidatas hablan de pruebas técnicas, salarios publicados y respuestas que nunca llegaron.',
    startTime: '10:45',
    endTime: '11:45',
  },
  {
    scenario: 'ceiba',
    speaker: 'andrea',
    title: 'Diseñar para el dedo con guante: accesibilidad en la sala de emergencias',
    capacity: 40,
    description:
      'Un expediente clínico que funciona con prisa, con poca luz y sin señal. Lo que aprendimos mirando trabajar, y no preguntando.',
    startTime: '11:45',
    endTime: '12:30',
  },
  {
    isPlenary: true,
    title: 'Almuerzo: pepián, mesas por tema y una sola regla',
    description: 'Siéntate donde no conozcas a nadie. Hay menú vegetariano, vegano y sin gluten.',
    startTime: '12:30',
    endTime: '14:00',
  },
  {
    scenario: 'volcano',
    speaker: 'nicte',
    title: 'El satélite, la roya y doña Tomasa',
    description:
      'Predecir una plaga del café con imágenes gratuitas, y qué hacer cuando una productora acierta más que el modelo.',
    startTime: '14:00',
    endTime: '14:45',
  },
  {
    scenario: 'ceiba',
    speaker: 'valeria',
    title: 'Tu factura de la nube cabe en una servilleta',
    description:
      'Leemos juntos tres facturas reales y las bajamos a la mitad en cuarenta y cinco minutos. Trae la tuya, con los números tachados.',
    startTime: '14:00',
    endTime: '14:45',
  },
  {
    scenario: 'terrace',
    speaker: 'nayeli',
    title: 'Mesa redonda: gobierno digital más allá del escaneo de la fotocopia',
    description:
      'Municipalidades, universidades y sociedad civil discuten datos abiertos, desburocratización y lo que sí se puede hacer en cuatro años.',
    startTime: '14:15',
    endTime: '15:15',
  },
  {
    scenario: 'volcano',
    speaker: 'hector',
    title: 'Jubilar un sistema de 1987 sin despertarlo',
    description:
      'Migrar el núcleo de un banco con la gente que lo escribió todavía en la oficina. Una historia de paciencia, COBOL y mucho respeto.',
    startTime: '15:00',
    endTime: '15:45',
  },
  {
    scenario: 'ceiba',
    speaker: 'lucia',
    title: 'Taller: tu primera contribución a código abierto',
    capacity: 30,
    releaseAfter: 10,
    description:
      'De cero a una propuesta enviada en setenta y cinco minutos, con acompañamiento. Necesitas computadora y ganas; la experiencia es opcional.',
    startTime: '15:00',
    endTime: '16:15',
  },
  {
    scenario: 'terrace',
    speaker: 'diego',
    title: 'Internacionalización: ocho idiomas, dos relojes y una marimba',
    description:
      'Por qué un botón en q’eqchi’ no cabe donde cabía en inglés, y otras lecciones sobre textos, plurales y voces sintéticas.',
    startTime: '15:45',
    endTime: '16:30',
  },
  {
    scenario: 'volcano',
    speaker: 'mauricio',
    title: 'Quebrar bien: lo que nadie cuenta del segundo intento',
    description:
      'El día en que hubo que decírselo al equipo, a la familia y al banco, en ese orden. Una charla sobre empresas que es, sobre todo, una charla sobre personas.',
    startTime: '16:45',
    endTime: '17:30',
  },
  {
    scenario: 'volcano',
    title: 'Cierre, rifa y foto de grupo',
    description: 'Tres minutos por comunidad para contar en qué necesita manos. Después, la foto.',
    startTime: '17:30',
    endTime: '18:00',
  },
  {
    isPlenary: true,
    title: 'Networking con marimba',
    description: 'Hasta que se apaguen las luces.',
    startTime: '18:00',
  },
]

export const partners: NewItem<'partners'>[] = [
  { name: 'Quetzanube', website: 'https://example.com/quetzanube', category: 'patrocinador', tier: 'main' },
  { name: 'Banco Ixmucané', website: 'https://example.com/banco-ixmucane', category: 'patrocinador', tier: 'main' },
  { name: 'Pagoxel', website: 'https://example.com/pagoxel', category: 'patrocinador', tier: 'supporting' },
  {
    name: 'Fibracumbre Telecomunicaciones',
    website: 'https://example.com/fibracumbre',
    category: 'patrocinador',
    tier: 'supporting',
  },
  {
    name: 'Candado Jade Ciberseguridad',
    website: 'https://example.com/candado-jade',
    category: 'patrocinador',
    tier: 'supporting',
  },
  {
    name: 'Cooperativa Integral de Ahorro y Tecnología Valle de los Cuchumatanes',
    website: 'https://example.com/cooperativa-cuchumatanes',
    category: 'patrocinador',
    tier: 'supporting',
  },
  { name: 'Comunidad JavaScript Chapina', website: 'https://example.com/javascript-chapina', category: 'aliado' },
  { name: 'Programadoras de Altura', website: 'https://example.com/programadoras-de-altura', category: 'aliado' },
  { name: 'Instituto Tecnológico Tierra Alta', website: 'https://example.com/tierra-alta', category: 'aliado' },
  { name: 'Red de Municipios Conectados', website: 'https://example.com/municipios-conectados', category: 'aliado' },
  { name: 'Fundación Letra y Circuito', website: 'https://example.com/letra-y-circuito', category: 'aliado' },
  { name: 'Colectivo Datos a la Vista', website: 'https://example.com/datos-a-la-vista', category: 'aliado' },
  { name: 'Radio Código 502', website: 'https://example.com/radio-codigo', category: 'aliado' },
  {
    name: 'Asociación para la Interoperabilidad Latinoamericana',
    website: 'https://example.com/interoperabilidad',
    category: 'aliado',
  },
]
