export const openings: readonly ((topic: string) => string)[] = [
  (topic) => `«${topic}» suena a promesa de folleto, así que empezamos por lo que salió mal la primera vez.`,
  (topic) => `Todo lo que sabemos sobre ${lower(topic)} cabe en una servilleta; esta charla trata de lo que quedó fuera de ella.`,
  (topic) => `Hace dos años alguien escribió «${lower(topic)}» en una pizarra y nadie se atrevió a borrarlo.`,
  (topic) => `De ${lower(topic)} se habla mucho en conferencias y muy poco en las juntas donde se reparte el presupuesto.`,
  (topic) => `¿Qué cambia cuando ${lower(topic)} deja de ser un experimento y se vuelve el trabajo de todos los días?`,
  (topic) =>
    `La pregunta con la que arrancamos fue sencilla: si mañana se va la única persona que entiende esto, ¿qué pasa con ${lower(topic)}?`,
]

export const troubles = [
  'El primer intento duró tres semanas y terminó con una bodega llena de equipos que nadie sabía encender.',
  'Teníamos un presupuesto de mil doscientos quetzales, una fecha que no se podía mover y un proveedor que dejó de contestar.',
  'La documentación estaba en inglés, en un idioma que el equipo leía despacio y de noche, después de acostar a los niños.',
  'Durante meses medimos lo que era fácil de medir, y por eso tardamos tanto en ver que el problema estaba en otra parte.',
  'Cada municipio tenía su propio formato, su propio encargado y su propia manera de llamar a lo mismo.',
  'Lo que funcionaba con cien usuarios dejó de funcionar con diez mil, un martes de quincena, a las once de la mañana.',
  'Heredamos un sistema de 2009 sin pruebas, con los comentarios en portugués y un solo respaldo, que resultó estar vacío.',
  'La mitad de quienes lo usan lo hacen desde un teléfono prestado, con saldo contado y la pantalla rota en una esquina.',
  'Nadie pidió permiso a nadie, y cuando por fin preguntamos descubrimos que la respuesta habría sido que sí.',
  'El experto que contratamos hizo un diagnóstico excelente de una empresa que no era la nuestra.',
]

export const turns = [
  'Lo que nos sacó del atolladero fue una idea vieja: escribir a mano, en una hoja, qué debía pasar y qué no debía pasar nunca.',
  'Cambiamos la herramienta más moderna por la más aburrida, y la curva de errores bajó antes de que termináramos de discutirlo.',
  'Partimos el problema en piezas que cabían en una mañana y dejamos que cada quien eligiera la suya.',
  'Invitamos a quienes llamaban a soporte a sentarse con nosotros un día entero; de esa visita salieron nueve de los diez cambios.',
  'Borramos un tercio del código y nadie lo notó, salvo la factura del mes siguiente.',
  'Pusimos un límite a todo lo que podía crecer: colas, archivos, reuniones y, al final, también expectativas.',
  'Publicamos los datos, con sus huecos, y en una semana tres universidades nos habían señalado lo que no veíamos.',
  'Aprendimos a decir que no con una gráfica, que ofende menos que una opinión y se puede revisar después.',
  'Hicimos la prueba más barata posible, con papel y un cronómetro, antes de comprar una sola licencia.',
  'Dejamos de perseguir el último error y empezamos a preguntarnos cuánto tardábamos en enterarnos de cada uno.',
]

export const contents = [
  'Veremos el antes y el después con cifras completas, incluidas las que preferiríamos no enseñar.',
  'Habrá una demostración en vivo, con un plan B grabado y un plan C en la pizarra.',
  'Repasaremos cuatro decisiones que hoy tomaríamos de otra forma y dos que repetiríamos sin pensarlo.',
  'Mostraremos el tablero que consultamos cada mañana y los tres números que de verdad cambian lo que hacemos ese día.',
  'Compararemos el costo de hacerlo, el de no hacerlo y el de hacerlo a medias, que resultó ser el más alto de los tres.',
  'Leeremos juntos un informe de falla real, con nombres cambiados, y buscaremos en qué minuto se pudo evitar.',
  'Quien quiera puede traer su propio caso: los últimos quince minutos son para resolver uno elegido por el público.',
  'Recorreremos el código en el orden en que se escribió, que no es el orden en que conviene leerlo.',
]

export const lists = [
  'Temas:\n- Cómo elegimos por dónde empezar\n- Qué medimos y qué dejamos de medir\n- Cuánto costó de verdad',
  'Al terminar podrás:\n- reconocer el problema a tiempo\n- explicarlo sin jerga a quien paga\n- dar el primer paso esa misma semana',
  'Trae:\n- una computadora con batería\n- ganas de equivocarte en público\n- una pregunta que no hayas podido responder',
]

export const audiences = [
  'No hace falta experiencia previa: basta con haber padecido el problema alguna vez.',
  'Pensada para quienes ya lo intentaron y necesitan saber que no fueron los únicos.',
  'Se agradece haber programado en cualquier lenguaje, aunque sea uno que ya no se enseña.',
  'Es para equipos de menos de diez personas; los más grandes también pueden venir, y llevarse envidia.',
  'Quien decide presupuestos encontrará aquí los argumentos; quien programa, los detalles.',
  'Útil para estudiantes del último año y para quienes los van a entrevistar.',
]

export const endings = [
  'Te llevas una lista de verificación de una página, probada en tres organizaciones muy distintas.',
  'Las diapositivas, los datos y el código quedan publicados con licencia libre esa misma tarde.',
  'Si algo de lo que contamos te ahorra un fin de semana de trabajo, habrá valido el viaje.',
  'Cerramos con una invitación: el proyecto busca manos, y no todas tienen que saber programar.',
  'Al final no hay receta, pero sí un mapa de los hoyos en los que ya caímos.',
  'La última diapositiva es un número de teléfono al que de verdad contestamos.',
]

/** Second parts of titles, after a topic and a colon. */
export const suffixes = [
  'lo que aprendimos en tres años',
  'historia de una mudanza',
  'taller para llevarse algo que funciona',
  'cifras, tropiezos y una disculpa',
  'mesa redonda con micrófono abierto',
  'un caso contado desde adentro',
  'siete errores y cómo se ven venir',
  'guía para equipos de una sola persona',
  'qué haríamos distinto si empezáramos el lunes con la mitad del presupuesto y el doble de paciencia',
  'de la idea al martes por la mañana',
  'preguntas incómodas y respuestas cortas',
  'demostración sin red de seguridad',
  'lo que dicen los datos',
]

/** Returns the topic in lower case, except abbreviations and names of programs. */
function lower(topic: string): string {
  const [first = ''] = topic.split(' ', 1)
  return /^.+\p{Lu}/u.test(first) || ['Kubernetes', 'Linux'].includes(first)
    ? topic
    : topic.charAt(0).toLowerCase() + topic.slice(1)
}
