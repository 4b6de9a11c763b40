/** The five tabs that edit one section each: where they are, a field to type into, and what they say. */
export const sections = [
  {
    tab: 'Hero',
    path: '/api/hero',
    field: 'Ubicación',
    name: 'location',
    success: ['Contenido actualizado', 'El hero section ha sido actualizado exitosamente.'],
    failure: ['Error al actualizar', 'Hubo un problema al actualizar el contenido.'],
  },
  {
    tab: 'About',
    path: '/api/about',
    field: 'Descripción 1',
    name: 'description1',
    success: ['Éxito', 'Contenido "¿De qué se trata?" actualizado correctamente.'],
    failure: ['Error', 'Error al actualizar el contenido: HTTP error! status: 500'],
  },
  {
    tab: 'Benefits',
    path: '/api/benefits',
    field: 'Descripción 6',
    name: 'benefit6Description',
    success: ['Éxito', 'Contenido "¿Qué podrás encontrar en el evento?" actualizado correctamente.'],
    failure: ['Error', 'Error al actualizar el contenido: HTTP error! status: 500'],
  },
  {
    tab: 'Segments',
    path: '/api/segments',
    field: 'Segmento 4',
    name: 'segment4Title',
    success: ['Éxito', 'Los segmentos han sido actualizados correctamente.'],
    failure: ['Error', 'No se pudieron actualizar los segmentos. Inténtalo de nuevo.'],
  },
  {
    tab: 'Formulario',
    path: '/api/registration-form',
    field: 'Subtítulo del modal',
    name: 'modalSubtitle',
    success: ['Formulario actualizado'],
    failure: ['Error al actualizar', 'Hubo un problema al actualizar la configuración.'],
  },
] as const
